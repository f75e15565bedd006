import type { AnalyticsStore, Log, WorkspaceRef } from '../../contract/index.js'

/**
 * Returns the version of a workspace's data, read after the call began; null if the store cannot tell it now.
 */
export type ReadVersion = (workspace: WorkspaceRef) => Promise<string | null>

/**
 * Reads versions, one at a time per workspace. A caller that comes during a reading waits for the next one,
 * shared with other such callers: the reading in progress began earlier and may miss rows stored since.
 */
export function createDataVersions(store: Pick<AnalyticsStore, 'dataVersion'>, log: Log): ReadVersion {
  const underWay = new Map<number, Promise<string | null>>()
  const next = new Map<number, Promise<string | null>>()

  async function read(workspace: WorkspaceRef): Promise<string | null> {
    try {
      return await store.dataVersion(workspace)
    } catch (err) {
      // If the query is affected too, its own error says why.
      log.debug({ err, workspace: workspace.id }, 'the version of the data could not be read')
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
