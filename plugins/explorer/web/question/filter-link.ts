import type { Codec } from '../router/codec.js'
import { isFilter, type Filter } from './filter.js'
import { isCondition, isFilters, type Did, type Filters, type FilterNode } from './filter-node.js'

/**
 * Filters as links carry them. A list of conditions is written as it is. As soon as one of its items is a tree, all
 * conditions become short lists: `[{"or":[["country","in",["DE"]],["plan","is_set"]]}]`.
 */
export const packFilters = (items: Filters): readonly unknown[] =>
  items.every(isCondition) ? items : items.map(packNode)

function packNode(node: FilterNode): unknown {
  if ('and' in node) return { and: node.and.map(packNode) }
  if ('or' in node) return { or: node.or.map(packNode) }
  if ('not' in node) return { not: packNode(node.not) }
  if (!('did' in node)) {
    const { field, operator, value } = node
    return value === undefined ? [field, operator] : [field, operator, value]
  }
  const { filter, ...did } = node.did
  return { did: filter === undefined ? did : { ...did, filter: packNode(filter) } }
}

/** The opposite of packFilters; takes the API's own form too. Returns null if the value is neither. */
export function unpackFilters(value: unknown): Filters | null {
  const items: unknown = Array.isArray(value) ? value.map(unpackNode) : null
  return isFilters(items) ? items : null
}

function unpackNode(value: unknown): unknown {
  if (isFilter(value) || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const [field, operator, given] = value as unknown as readonly [string, string, Filter['value']]
    return { field, operator, ...(given === undefined ? {} : { value: given }) }
  }
  const { and, or, not, did } = value as Readonly<Record<string, unknown>>
  if (Array.isArray(and)) return { and: and.map(unpackNode) }
  if (Array.isArray(or)) return { or: or.map(unpackNode) }
  if (not !== undefined) return { not: unpackNode(not) }
  const filter = (did as Partial<Did> | undefined)?.filter
  return filter === undefined ? value : { did: { ...(did as Did), filter: unpackNode(filter) } }
}

/** Returns the value of a JSON text; undefined if it is none. */
function parsed(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const filtersCodec: Codec<Filters> = {
  read: (text) => unpackFilters(parsed(text)) ?? [],
  write: (items) => (items.length === 0 ? null : JSON.stringify(packFilters(items))),
}

interface Filtered {
  readonly filters?: Filters
}

/** A list of things with filters of their own: steps, series. An invalid one in a link gives an empty list. */
export const filteredList = <T extends Filtered>(
  isOne: (value: unknown) => value is T,
): Codec<readonly T[]> => ({
  read(text) {
    const list = parsed(text)
    const all: readonly unknown[] = Array.isArray(list) ? list.map(unpacked) : []
    return all.every(isOne) ? all : []
  },
  write: (all) =>
    all.length === 0
      ? null
      : JSON.stringify(
          all.map((one) => (one.filters === undefined ? one : { ...one, filters: packFilters(one.filters) })),
        ),
})

function unpacked(one: unknown): unknown {
  const { filters } = (one ?? {}) as Readonly<Record<string, unknown>>
  return filters === undefined ? one : { ...(one as object), filters: unpackFilters(filters) ?? filters }
}
