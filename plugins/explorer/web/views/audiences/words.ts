import { wordsOf } from '../../question/filter.js'
import { itemsOf, nodeWords } from '../../question/filter-node.js'
import type { Definition, EventRule } from './audience-api.js'

/** A rule as text: “did Purchase at least 2 times in the last 7 days”. */
export function ruleWords({ event, days, min_count = 1, negate = false, filters = [] }: EventRule): string {
  const often = min_count > 1 ? ` at least ${min_count} times` : ''
  const when = days === 1 ? 'the last day' : `the last ${days} days`
  const where = filters.length === 0 ? '' : ` where ${filters.map(wordsOf).join(' and ')}`
  return `${negate ? 'did not do' : 'did'} ${event}${often} in ${when}${where}`
}

/** All conditions of a definition, in one line. */
export function definitionWords({ filters = [], events = [], filter }: Definition, listed: number): string {
  const parts = [
    ...filters.map(wordsOf),
    ...(filter === undefined ? [] : itemsOf(filter).map(nodeWords)),
    ...events.map(ruleWords),
    ...(listed > 0 ? [`is one of ${listed} listed people`] : []),
  ]
  return parts.length === 0 ? 'Everyone' : parts.join(', and ')
}
