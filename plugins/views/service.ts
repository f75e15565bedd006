import {
  serviceRef,
  type AnalyticsStore,
  type Rollups,
  type WorkspaceRef,
} from '../../core/contract/index.js'

export const viewService = serviceRef<Rollups>('views')

/** Creates a service whose calls share a run of the same workspace that is under way: each run reads all its events. */
export function createViewService({ rollups }: AnalyticsStore): Rollups {
  return {
    check: shared(async (workspace) => (await rollups?.check(workspace)) ?? []),
    rebuild: shared(async (workspace) => rollups?.rebuild(workspace)),
  }
}

function shared<T>(work: (workspace: WorkspaceRef) => Promise<T>): (workspace: WorkspaceRef) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  return (workspace) => {
    const already = running.get(workspace.id)
    if (already !== undefined) return already
    const begun = work(workspace).finally(() => running.delete(workspace.id))
    running.set(workspace.id, begun)
    return begun
  }
}
