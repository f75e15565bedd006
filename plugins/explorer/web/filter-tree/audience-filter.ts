import type { Did, FilterNode } from '../question/filter-node.js'

/**
 * A filter of a query as the filter of an audience, which has no range: each `did` without one of its own keeps the
 * query's. `{did: {event: 'a'}}` in the last 30 days becomes `{did: {event: 'a', within: '30d'}}`.
 */
export function audienceFilter(node: FilterNode, range: string): FilterNode {
  const below = (one: FilterNode): FilterNode => audienceFilter(one, range)
  if ('and' in node) return { and: node.and.map(below) }
  if ('or' in node) return { or: node.or.map(below) }
  if ('not' in node) return { not: below(node.not) }
  if (!('did' in node)) return node
  const { event, count, within = range, filter } = node.did
  const did: Did = {
    event,
    ...(count === undefined ? {} : { count }),
    ...(within === 'all_time' ? {} : { within }),
    ...(filter === undefined ? {} : { filter: below(filter) }),
  }
  return { did }
}
