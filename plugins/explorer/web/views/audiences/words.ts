import { wordsOf } from '../../question/filter.js'
import { itemsOf, nodeWords } from '../../question/filter-node.js'
import type { Definition, EventRule } from './audience-api.js'
import { audiencesText } from '../../text/audiences.js'

/** A rule as text: “did Purchase at least 2 times in the last 7 days”. */
export function ruleWords({ event, days, min_count = 1, negate = false, filters = [] }: EventRule): string {
  return audiencesText.rule(event, { negate, count: min_count, days, where: filters.map(wordsOf) })
}

/** All conditions of a definition, in one line. */
export function definitionWords({ filters = [], events = [], filter }: Definition, listed: number): string {
  const parts = [
    ...filters.map(wordsOf),
    ...(filter === undefined ? [] : itemsOf(filter).map(nodeWords)),
    ...events.map(ruleWords),
    ...(listed > 0 ? [audiencesText.isListed(listed)] : []),
  ]
  return parts.length === 0 ? audiencesText.everyone : audiencesText.allConditions(parts)
}
