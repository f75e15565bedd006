import { serviceRef, type AnalyticsStore, type Views, type WorkspaceRef } from '../../contract/index.js'

export const viewService = serviceRef<Views>('views')

/** Creates a service whose calls share a run of the same workspace that is under way: each run reads all its events. */
export function createViewService({ views }: AnalyticsStore): Views {
  return {
    check: shared(async (workspace) => (await views?.check(workspace)) ?? []),
    rebuild: shared(async (workspace) => views?.rebuild(workspace)),
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
