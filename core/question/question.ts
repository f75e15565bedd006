import {
  invalid,
  type AskedQuestion,
  type Period,
  type Question,
  type Relation,
  type SourceName,
} from '../contract/index.js'
import { parseActor } from './actor.js'
import { parseBreakdown } from './breakdown.js'
import { bucketsOf, periodBefore, type Buckets } from './buckets.js'
import { comparisonPeriod, type Comparison } from './compare.js'
import { allOf, conditionsToFilter, mostTraits, type ConditionFilter } from './conditions.js'
import { treeReader, type AskedTree, type TreeReader } from './filter-tree.js'
import { parseGrain } from './grain.js'
import { intervalOf, parseRange } from './range.js'
import type { RawCondition } from './raw-condition.js'
import { zoneOf, type Zone } from './zone.js'

export interface QuestionInput {
  readonly source: SourceName
  /** Milliseconds since 1970 UTC. */
  readonly now: number
  readonly range: string
  readonly granularity: string
  readonly timezone: string
  readonly conditions: readonly RawCondition[]
  readonly breakdown: string | null
  readonly breakdownLimit: number
  /** The breakdown's values to report separately, instead of the largest. */
  readonly names?: readonly string[] | undefined
  /** The first event's time, for all_time only (see needsEarliest); null if there is no event. */
  readonly earliest: number | null
  /** Whether the question requires its local days. */
  readonly withDays?: boolean
  /** Further filters over the same rows; the question joins their traits too. */
  readonly parts?: readonly ConditionFilter[]
  /** Trees that each row must meet, in addition to the conditions. */
  readonly trees?: readonly AskedTree[]
  /** Reads the trees; the one that read the parts', if these have any. */
  readonly reader?: TreeReader
  /** The persons to restrict to; null for no restriction. */
  readonly members?: Relation | null
  /** Who is counted, unparsed; persons by default. */
  readonly actor?: string | null | undefined
}

/** More days than since 1900: a range with few buckets may be that long. */
const mostDays = 50_000

/**
 * Parses and validates a query. Throws a 422 that names the invalid parameter. A range entirely in the future
 * (or of days that its zone skipped) has no edges, no labels and an empty interval.
 */
export function buildQuestion(input: QuestionInput): AskedQuestion {
  const { source, now, conditions, earliest, timezone, members = null, withDays = false, parts = [] } = input
  const zone = zoneOf(timezone)
  const grain = parseGrain(input.granularity)
  const period = parseRange(input.range, { now, zone, earliest })
  const buckets = bucketsOf(intervalOf(period, zone), grain, zone)
  const { trees = [], reader = treeReader({ source, now, zone }) } = input
  const filters = [conditionsToFilter(source, conditions), ...trees.map((tree) => reader.readRequired(tree))]
  const terms = filters.flatMap((one) => (one.filter === null ? [] : [one.filter]))
  const split =
    input.breakdown === null
      ? null
      : parseBreakdown(source, input.breakdown, input.breakdownLimit, input.names)
  const all = [...filters, ...parts]
  const uses = [
    ...filters.flatMap((one) => one.traits),
    ...(split?.traits ?? []),
    ...parts.flatMap((part) => part.traits),
  ]
  const did = all.flatMap((one) => one.did)
  const allTraits = [...new Map(uses.map((one) => [one.prefix, one])).values()]
  if (allTraits.length > mostTraits)
    throw invalid('conditions', `a query may use at most ${mostTraits} different traits`)
  return ask(period, zone, buckets, withDays, {
    now,
    source,
    timezone,
    grain,
    filter: allOf(terms),
    traits: Object.freeze(allTraits),
    did: Object.freeze(did),
    breakdown: split?.breakdown ?? null,
    members,
    actor: parseActor(input.actor),
  })
}

/** The same question over the compared period. Its `period` is the response's previous_range. */
export function compareQuestion(asked: AskedQuestion, compare: Comparison): AskedQuestion {
  const { grain, timezone, days } = asked.question
  const zone = zoneOf(timezone)
  const period = comparisonPeriod(asked.period, compare, zone)
  // No limit: the period is as long as one that passed the check, give or take a bucket.
  const buckets = bucketsOf(intervalOf(period, zone), grain, zone, Infinity)
  return ask(period, zone, buckets, days.length > 0, asked.question)
}

function ask(
  period: Period,
  zone: Zone,
  buckets: Buckets,
  withDays: boolean,
  rest: Omit<Question, 'range' | 'edges' | 'days' | 'before'>,
): AskedQuestion {
  const { edges, labels } = cutAt(rest.now, buckets)
  const start = edges[0] ?? intervalOf(period, zone).from
  const range = Object.freeze({ from: start, to: edges.at(-1) ?? start })
  const days = withDays ? cutAt(rest.now, bucketsOf(range, 'daily', zone, mostDays)).edges : Object.freeze([])
  const before = periodBefore(start, rest.grain, zone)
  return Object.freeze({ question: Object.freeze({ ...rest, range, edges, days, before }), period, labels })
}

/** Drops the buckets that start after now. */
function cutAt(now: number, { edges, labels }: Buckets): Buckets {
  const future = edges.findIndex((edge) => edge > now)
  const kept = future === -1 ? labels.length : Math.min(future, labels.length)
  return Object.freeze({
    edges: Object.freeze(kept === 0 ? [] : edges.slice(0, kept + 1)),
    labels: Object.freeze(labels.slice(0, kept)),
  })
}
