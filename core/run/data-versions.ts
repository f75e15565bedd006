import type { AnalyticsStore, Log, WorkspaceRef } from '../contract/index.js'

/** The version that a workspace's data has after the call; null: the store cannot tell now. */
export type ReadVersion = (workspace: WorkspaceRef) => Promise<string | null>

/**
 * Reads versions, of each workspace one at a time. Who asks while a reading is under way waits for the next, together with all
 * others who do: the one under way began before, and may not know of what was stored since.
 */
export function createDataVersions(store: Pick<AnalyticsStore, 'dataVersion'>, log: Log): ReadVersion {
  const underWay = new Map<number, Promise<string | null>>()
  const next = new Map<number, Promise<string | null>>()

  async function read(workspace: WorkspaceRef): Promise<string | null> {
    try {
      return await store.dataVersion(workspace)
    } catch (err) {
      // The question itself will say what is wrong, if it is wrong for it too.
      log.debug({ err, workspace: workspace.id }, 'the version of the data is not known')
      return null
    }
  }

  function begin(workspace: WorkspaceRef): Promise<string | null> {
    next.delete(workspace.number)
    const reading = read(workspace).finally(() => underWay.delete(workspace.number))
    underWay.set(workspace.number, reading)
    return reading
  }

  return (workspace) => {
    const { number } = workspace
    const earlier = underWay.get(number)
    const waiting = next.get(number) ?? earlier?.then(() => begin(workspace))
    if (waiting === undefined) return begin(workspace)
    next.set(number, waiting)
    return waiting
  }
}
