import { treeOf, type FilterNode } from '../question/filter-node.js'
import { groupsOf } from './edit.js'
import { sentOf, type GroupDraft } from './draft.js'
import { filterTreeText } from '../text/filter-tree.js'

/** The service's limits for one tree. */
export const mostLevels = 8
export const mostConditions = 100

/** The levels of a node, its conditions included. A `did` is one, and its filter those below. */
export function levelsOf(node: FilterNode): number {
  if ('and' in node) return 1 + Math.max(...node.and.map(levelsOf))
  if ('or' in node) return 1 + Math.max(...node.or.map(levelsOf))
  if ('not' in node) return 1 + levelsOf(node.not)
  if (!('did' in node)) return 1
  return 1 + (node.did.filter === undefined ? 0 : levelsOf(node.did.filter))
}

/** The number of conditions in a tree; a `did` counts as one. */
export const conditionsIn = (root: GroupDraft): number =>
  groupsOf(root).reduce(
    (sum, { group }) => sum + group.items.filter(({ kind }) => kind !== 'group').length,
    0,
  )

/** Why the service would reject the tree; null if it would not. */
export function limitOf(root: GroupDraft): string | null {
  if (conditionsIn(root) > mostConditions) return filterTreeText.aFilterCanHaveAtMost(mostConditions)
  const tree = treeOf(sentOf(root).items)
  return tree !== null && levelsOf(tree) > mostLevels
    ? filterTreeText.aFilterCanBeNestedLevels(mostLevels)
    : null
}

/** Whether every `did` of a tree has an event. */
export const isComplete = (root: GroupDraft): boolean =>
  groupsOf(root).every(({ group }) =>
    group.items.every((item) => item.kind !== 'did' || item.event.trim() !== ''),
  )
