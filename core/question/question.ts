import {
  invalid,
  inZone,
  plainDefaults,
  type AskedQuestion,
  type Period,
  type Question,
  type Relation,
  type SourceName,
  type WeekStart,
} from '../../contract/index.js'
import { parseActor } from './actor.js'
import { measuredBreakdown, parseBreakdown, type BreakdownPart } from './breakdown.js'
import { readBreakdown, type AskedFields } from './breakdown-request.js'
import type { Span } from './bins.js'
import { bucketsOf, periodBefore, type Buckets } from './buckets.js'
import { comparisonPeriod, hasOwnBounds } from './compare.js'
import { allOf, conditionsToFilter, mostTraits, type ConditionFilter } from './conditions.js'
import { treeReader, type AskedTree, type TreeReader } from './filter-tree.js'
import { parseGrain, parseWeekStart } from './grain.js'
import { intervalOf, parseRange } from './range.js'
import type { RawCondition } from './raw-condition.js'
import { zoneOf, type LocalCalendar } from './zone.js'

export interface QuestionInput {
  readonly source: SourceName
  /** Milliseconds since 1970 UTC. */
  readonly now: number
  readonly range: string
  readonly granularity: string
  readonly timezone: string
  /** Monday by default. */
  readonly weekStart?: string
  readonly conditions: readonly RawCondition[]
  /** A field, or what readBreakdown() returns. */
  readonly breakdown: string | AskedFields | null
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

/** A question, and the fields of its breakdown, whose bins may have to be measured. */
export interface BuiltQuestion extends AskedQuestion {
  /** Empty without a breakdown. */
  readonly split: readonly BreakdownPart[]
}

/**
 * Parses and validates a query. Throws a 422 that names the invalid parameter. A range entirely in the future
 * (or of days that its zone skipped) has no edges, no labels and an empty interval.
 */
export function buildQuestion(input: QuestionInput): BuiltQuestion {
  const { source, now, conditions, earliest, timezone, members = null, withDays = false, parts = [] } = input
  const weekStart = parseWeekStart(input.weekStart ?? plainDefaults.weekStart)
  const calendar = calendarOf(timezone, weekStart)
  const grain = parseGrain(input.granularity)
  const period = parseRange(input.range, { ...calendar, now, earliest })
  const buckets = bucketsOf(intervalOf(period, calendar.zone), grain, calendar)
  const { trees = [], reader = treeReader({ ...calendar, source, now }) } = input
  const filters = [conditionsToFilter(source, conditions), ...trees.map((tree) => reader.readRequired(tree))]
  const terms = filters.flatMap((one) => (one.filter === null ? [] : [one.filter]))
  const { breakdown: asked, breakdownLimit: limit, names } = input
  const fields = typeof asked === 'string' ? readBreakdown({ breakdown: asked }) : asked
  const split = fields === null ? null : parseBreakdown(source, fields, { limit, names })
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
  const built = ask(period, calendar, buckets, withDays, {
    now,
    source,
    timezone,
    weekStart,
    grain,
    filter: allOf(terms),
    traits: Object.freeze(allTraits),
    did: Object.freeze(did),
    breakdown: split?.breakdown ?? null,
    members,
    actor: parseActor(input.actor),
  })
  return Object.freeze({ ...built, split: inZone(split?.parts ?? [], timezone) })
}

/** The question with the bins that fit the measured spans, one for each part that isOpen(). */
export function measuredQuestion(built: BuiltQuestion, spans: readonly (Span | null)[]): BuiltQuestion {
  const { question, split } = built
  if (question.breakdown === null) return built
  const calendar = calendarOf(question.timezone, question.weekStart ?? plainDefaults.weekStart)
  const { breakdown, parts } = measuredBreakdown(question.breakdown, split, spans, calendar)
  return Object.freeze({ ...built, question: Object.freeze({ ...question, breakdown }), split: parts })
}

/**
 * The same question over the compared period. Its `period` is the response's previous_range. With `withDays` it has
 * the days of that period: whether the question has any depends on the time, as a range in the future has none.
 */
export function compareQuestion(asked: BuiltQuestion, compare: string, withDays = false): BuiltQuestion {
  const { grain, timezone, weekStart = plainDefaults.weekStart } = asked.question
  const calendar = calendarOf(timezone, weekStart)
  const period = comparisonPeriod(asked.period, compare, calendar.zone)
  // Without bounds of its own, the period is as long as one that passed the check, give or take a bucket.
  const limit = hasOwnBounds(compare) ? {} : { most: Infinity }
  const buckets = bucketsOf(intervalOf(period, calendar.zone), grain, calendar, { ...limit, name: 'compare' })
  const built = ask(period, calendar, buckets, withDays, asked.question, 'compare')
  return Object.freeze({ ...built, split: asked.split })
}

const calendarOf = (timezone: string, weekStart: WeekStart): LocalCalendar => ({
  zone: zoneOf(timezone),
  weekStart,
})

function ask(
  period: Period,
  calendar: LocalCalendar,
  buckets: Buckets,
  withDays: boolean,
  rest: Omit<Question, 'range' | 'edges' | 'days' | 'before'>,
  name = 'range',
): AskedQuestion {
  const { edges, labels } = cutAt(rest.now, buckets)
  const start = edges[0] ?? intervalOf(period, calendar.zone).from
  const range = Object.freeze({ from: start, to: edges.at(-1) ?? start })
  const days = withDays
    ? cutAt(rest.now, bucketsOf(range, 'daily', calendar, { most: mostDays, name })).edges
    : Object.freeze([])
  const before = periodBefore(start, rest.grain, calendar)
  const { members, ...others } = rest
  const question = inZone({ ...others, range, edges, days, before }, rest.timezone)
  return Object.freeze({ question: Object.freeze({ ...question, members }), period, labels })
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
