import type { AnalyticsStore, WorkspaceRef } from '../contract/index.js'

/** A store that knows how often each workspace's data changed in this process. */
export interface VersionedStore extends AnalyticsStore {
  versionOf(workspace: WorkspaceRef): number
}

/**
 * Counts what is stored. A question shares a run under way only with one of the same version: what was acknowledged
 * before it was asked is in its answer.
 */
export function withDataVersions(store: AnalyticsStore): VersionedStore {
  const versions = new Map<number, number>()
  const versionOf = ({ number }: WorkspaceRef): number => versions.get(number) ?? 0
  return Object.freeze({
    ...store,
    versionOf,
    async append(workspace: WorkspaceRef, batch: Parameters<AnalyticsStore['append']>[1]) {
      await store.append(workspace, batch)
      versions.set(workspace.number, versionOf(workspace) + 1)
    },
  })
}
