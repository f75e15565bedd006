import type { ReadPersons } from '../contract/index.js'
import { treeReader } from './filter-tree.js'
import { zoneOf } from './zone.js'

/**
 * Returns the function that reads filter trees about persons, with events until now. Ranges are in UTC, so that
 * an audience has the same persons in every question.
 */
export const personsAt = (now: number): ReadPersons => {
  const context = { source: 'events', ofPersons: true, now, until: now + 1, zone: zoneOf('UTC') } as const
  return (node, path) => treeReader(context).readRequired({ node, path })
}
