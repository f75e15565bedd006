import type { ApiError } from '../api/error.js'
import { splitFilters, type Filters, type FilterNode } from './filter-node.js'

/** What the service says about a node of a filter tree. */
export interface NodeError {
  readonly id: string
  readonly message: string
}

/**
 * Finds the node that each detail of an error is about: the deepest one on its path that has an id. `at` is the path of
 * the tree in the request: `filter` for `filter.and[1].did.event`, `steps/0/filter` for `steps/0/filter.not`.
 */
export function nodeErrors(
  error: ApiError | null,
  at: string,
  tree: FilterNode | null,
  idOf: ReadonlyMap<FilterNode, string>,
): readonly NodeError[] {
  if (error === null || tree === null) return []
  return error.details.flatMap(({ path, message }) => {
    if (path !== at && !path.startsWith(`${at}.`)) return []
    const id = deepestId(path.slice(at.length), tree, idOf)
    return id === null ? [] : [{ id, message: withoutPath(message, path) }]
  })
}

function deepestId(path: string, tree: FilterNode, idOf: ReadonlyMap<FilterNode, string>): string | null {
  let id = idOf.get(tree) ?? null
  let value: unknown = tree
  for (const part of path.match(/\w+/g) ?? []) {
    value = (value as Readonly<Record<string, unknown>> | null)?.[part]
    if (typeof value !== 'object' || value === null) break
    id = idOf.get(value as FilterNode) ?? id
  }
  return id
}

/** The message without the path that it begins with; the node stands beside it. */
function withoutPath(message: string, path: string): string {
  const begins = message.toLowerCase().startsWith(path.toLowerCase())
  const rest = begins ? message.slice(path.length).replace(/^[^:\s]*:?\s*/, '') : message
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** The errors of a list of filters by the index of the item. */
export function itemErrors(error: ApiError | null, at: string, items: Filters): ReadonlyMap<number, string> {
  const idOf = new Map(items.map((item, index) => [item, String(index)]))
  return new Map(
    nodeErrors(error, at, splitFilters(items).tree, idOf).map(({ id, message }) => [Number(id), message]),
  )
}
