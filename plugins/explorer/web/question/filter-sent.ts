import type { Parameter } from '../api/call.js'
import { conditionsOf } from './filter.js'
import { splitFilters, type Filters } from './filter-node.js'

/** Filters as parameters of a query string: conditions as `conditions`, everything else as one `filter`. */
export function filterParameters(items: Filters): readonly Parameter[] {
  const { conditions, tree } = splitFilters(items)
  return [...conditionsOf(conditions), ...(tree === null ? [] : [['filter', JSON.stringify(tree)] as const])]
}

/** Filters as fields of a JSON body, under the names that the body has for them. */
export function filterFields(
  items: Filters,
  [list, tree]: readonly [list: string, tree: string] = ['filters', 'filter'],
): Readonly<Record<string, unknown>> {
  const split = splitFilters(items)
  return {
    ...(split.conditions.length === 0 ? {} : { [list]: split.conditions }),
    ...(split.tree === null ? {} : { [tree]: split.tree }),
  }
}

/** A step, series or other part of a body with its filters as the API takes them. */
export function sentWithFilters<T extends { readonly filters?: Filters }>(one: T): object {
  if (one.filters === undefined) return one
  const { conditions, tree } = splitFilters(one.filters)
  return { ...one, filters: conditions, ...(tree === null ? {} : { filter: tree }) }
}
