import {
  isCondition,
  itemsOf,
  splitFilters,
  treeOf,
  type Filters,
  type FilterNode,
} from '../../question/filter-node.js'
import type { Definition } from './audience-api.js'

type Who = Pick<Definition, 'filters' | 'filter'>

/** The most conditions that a definition takes beside its tree. */
const mostFilters = 50

/** The conditions and the tree of a definition as one list: a person must match all of it. */
export const itemsOfDefinition = ({ filters = [], filter }: Who): Filters => [
  ...filters,
  ...(filter === undefined ? [] : itemsOf(filter)),
]

/** The opposite: conditions stay in the simple form, everything else becomes the tree. */
export function definitionOf(items: Filters): Who {
  const { conditions, tree } = splitFilters(items)
  if (conditions.length > mostFilters) return { filter: treeOf(items) as FilterNode }
  return {
    ...(conditions.length === 0 ? {} : { filters: conditions }),
    ...(tree === null ? {} : { filter: tree }),
  }
}

/** A definition with other conditions and another tree. */
export const withItems = (definition: Definition, items: Filters): Definition => ({
  ...Object.fromEntries(
    Object.entries(definition).filter(([name]) => name !== 'filters' && name !== 'filter'),
  ),
  ...definitionOf(items),
})

/** Whether events decide, whose age the lookback limits; a trait has no age. */
export const readsEvents = (items: Filters): boolean =>
  items.some((node) => {
    if (isCondition(node)) return !node.field.startsWith('trait:')
    if ('and' in node) return readsEvents(node.and)
    if ('or' in node) return readsEvents(node.or)
    return 'did' in node || readsEvents([node.not])
  })
