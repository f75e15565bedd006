import { plainDefaults, type ReadPersons, type WorkspaceDefaults } from '../../contract/index.js'
import { treeReader } from './filter-tree.js'
import { zoneOf } from './zone.js'

/**
 * Returns the function that reads filter trees about persons, with events until now. Ranges follow the
 * workspace's calendar and never the request's, so that an audience has the same persons in every question.
 */
export function personsAt(
  now: number,
  { timezone, weekStart }: WorkspaceDefaults = plainDefaults,
): ReadPersons {
  return (node, path) => {
    const zone = zoneOf(timezone)
    const context = { source: 'events', ofPersons: true, now, until: now + 1, zone, weekStart } as const
    return treeReader(context).readRequired({ node, path })
  }
}
