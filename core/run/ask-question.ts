import {
  aggregate,
  column,
  inZone,
  labelledRows,
  min,
  plainDefaults,
  scan,
  type AskedBody,
  type AskedBodyQuestion,
  type InlineAudience,
  type AskedQuestion,
  type MetricDefinition,
  type Relation,
  type Row,
  type SourceName,
  type WeekStart,
  type WorkspaceDefaults,
} from '../../contract/index.js'
import type { TObject } from 'typebox'
import { withBins } from './measure-bins.js'
import { membersOf, type AskedAudience, type KnowsAudiences } from './members-of.js'
import { bodyConditions } from '../question/body-conditions.js'
import { readBreakdown, type AskedFields } from '../question/breakdown-request.js'
import { allOf, conditionsToFilter, type ConditionFilter } from '../question/conditions.js'
import { treeReader, type AskedTree, type TreeReader } from '../question/filter-tree.js'
import { ownPeriod } from '../question/compare.js'
import { buildQuestion, compareQuestion, type BuiltQuestion } from '../question/question.js'
import { parseWeekStart } from '../question/grain.js'
import { needsEarliest } from '../question/range.js'
import type { RawCondition } from '../question/raw-condition.js'
import { zoneOf } from '../question/zone.js'

/** A request to a metric, with its parameters validated and defaulted. */
export interface MetricRequest {
  readonly range: string
  readonly granularity: string
  /** The workspace's by default. */
  readonly timezone?: string | undefined
  /** The workspace's by default. */
  readonly weekStart?: WeekStart | undefined
  readonly conditions: readonly RawCondition[]
  /** Filter trees that each row must meet as well. */
  readonly trees: readonly AskedTree[]
  readonly breakdown: AskedFields | null
  readonly breakdownLimit: number
  /** Replaces the largest values of the breakdown; see Breakdown.names. */
  readonly dimensions?: readonly string[] | undefined
  /** The audience to restrict to; null for no restriction. */
  readonly audience: AskedAudience | null
  /** Who is counted, unparsed; null for persons. */
  readonly actor: string | null
  /** `previous`, `yoy`, or bounds `<start>,<end>`; null to compare nothing. */
  readonly compare: string | null
  /** The metric's own parameters. */
  readonly params: Readonly<Record<string, unknown>>
  /** For top lists, pages and lists. */
  readonly limit: number
  readonly offset: number
  readonly countTotal: boolean
  /** See SeriesRequest.totalsOnly. */
  readonly totalsOnly?: boolean | undefined
}

/** The parts of a request that running a metric requires; a handler's `ask` has them. */
export interface MetricAsk extends KnowsAudiences {
  /** Milliseconds since 1970 UTC. */
  readonly now: number
  /** UTC and weeks from Monday by default. */
  readonly defaults?: WorkspaceDefaults
  rows(plan: Relation): Promise<readonly Row[]>
}

export type Metric = MetricDefinition<TObject>

export async function askMetric(
  ask: MetricAsk,
  metric: Metric,
  request: MetricRequest,
): Promise<BuiltQuestion> {
  const { range, granularity, conditions, trees, breakdownLimit, dimensions, params, actor } = request
  const { source, days: withDays = false } = metric
  // Fixed dimensions of a metric override a breakdown.
  const asked = metric.dimensions === undefined ? request.breakdown : null
  const breakdown = metric.breakdown?.(params) ?? asked
  const [members, earliest] = await Promise.all([
    membersOf(ask, source, request.audience),
    earliestOf(ask, source, range),
  ])
  const calendar = calendarOf(ask, request.timezone, request.weekStart)
  if (request.compare !== null) ownPeriod(request.compare, zoneOf(calendar.timezone))
  const input = { source, now: ask.now, range, granularity, ...calendar, conditions, breakdown, actor }
  const parsed = { ...input, trees, breakdownLimit, names: dimensions, earliest, withDays, members }
  return withMetricBins(ask, metric, buildQuestion(parsed), params)
}

/** Bins of a breakdown span the values of the rows that the metric reads. */
const withMetricBins = (
  ask: MetricAsk,
  metric: Metric,
  built: BuiltQuestion,
  params: Readonly<Record<string, unknown>>,
): Promise<BuiltQuestion> => withBins(ask, built, (question) => metric.plan(question, params))

/** The same question over the compared period: its bins of equal width are those of the question. */
export const askBefore = (
  ask: MetricAsk,
  metric: Metric,
  asked: BuiltQuestion,
  { params, compare }: MetricRequest,
): Promise<BuiltQuestion | null> =>
  compare === null
    ? Promise.resolve(null)
    : withMetricBins(ask, metric, compareQuestion(asked, compare, metric.days === true), params)

/** Returns the question of a JSON body; see WorkspaceAsk.question. */
export async function askBody(ask: MetricAsk, asked: AskedBody): Promise<AskedBodyQuestion> {
  const { source, range, granularity = 'daily' } = asked
  const { timezone, weekStart } = calendarOf(ask, asked.timezone, asked.week_start)
  const { breakdownLimit = 25, compare, actor } = asked
  const breakdown = readBreakdown(asked)
  const audience = asked.audience === undefined ? null : audienceAt(asked.audience)
  const reader = treeReader({
    source,
    now: ask.now,
    zone: zoneOf(timezone),
    weekStart: parseWeekStart(weekStart),
  })
  const parts = (asked.parts ?? []).map((part) => partOf(part, source, reader))
  const conditions = bodyConditions(asked.filters, 'filters')
  const trees = treesOf(asked.filter, 'filter')
  const [members, earliest] = await Promise.all([
    membersOf(ask, source, audience),
    earliestOf(ask, source, range),
  ])
  const calendar = { timezone, weekStart }
  const input = { source, now: ask.now, range, granularity, ...calendar, conditions, breakdown, actor }
  const filters = parts.map(({ filter }) => inZone(filter, timezone))
  const measured = (one: BuiltQuestion): Promise<BuiltQuestion> =>
    withBins(ask, one, (question) => labelledRows(question, { where: asked.measured?.(filters) }))
  const built = await measured(
    buildQuestion({ ...input, trees, reader, breakdownLimit, earliest, parts, members }),
  )
  const previous = compare === undefined ? null : await measured(compareQuestion(built, compare))
  return { ...built, parts: filters, previous }
}

/** A request's own time zone and week start, or else the workspace's. */
const calendarOf = (
  { defaults = plainDefaults }: MetricAsk,
  timezone: string | undefined,
  weekStart: string | undefined,
): { readonly timezone: string; readonly weekStart: string } => ({
  timezone: timezone ?? defaults.timezone,
  weekStart: weekStart ?? defaults.weekStart,
})

/** An audience of a body, with the path of its field. */
export const audienceAt = (audience: string | InlineAudience): AskedAudience => ({
  audience,
  path: typeof audience === 'string' ? '/audience_id' : '/audience',
})

/** The tree at this path of a body, if it has one. */
export const treesOf = (node: unknown, path: string): readonly AskedTree[] =>
  node === undefined ? [] : [{ node, path }]

/** Reads the filters and the tree of a part; the tree is beside the filters: `start_filters`, `start_filter`. */
function partOf(
  { path, filters, filter: node }: NonNullable<AskedBody['parts']>[number],
  source: SourceName,
  reader: TreeReader,
): ConditionFilter {
  const flat = conditionsToFilter(source, bodyConditions(filters, path))
  if (node === undefined) return flat
  const tree = reader.read({ node, path: path.replace(/filters$/, 'filter') })
  return {
    filter: allOf([flat.filter, tree.filter].filter((term) => term !== null)),
    traits: [...flat.traits, ...tree.traits],
    did: tree.did,
  }
}

/**
 * Returns the first row's time, at which the range all_time begins. Returns null for other ranges and without
 * rows.
 */
async function earliestOf(ask: MetricAsk, source: SourceName, range: string): Promise<number | null> {
  if (!needsEarliest(range)) return null
  const [row] = await ask.rows(aggregate(scan(source), {}, { earliest: min(column('timestamp')) }))
  const earliest = row?.['earliest']
  return typeof earliest === 'number' ? earliest : null
}

/** Whether there is nothing to run: a range entirely in the future has no buckets. */
export const isEmpty = ({ question }: AskedQuestion): boolean => question.edges.length === 0

/**
 * Returns the metric's plan, or null if there is nothing to run. The plan is then still built, over one
 * millisecond, because the metric may reject its parameters.
 */
export function planOf(
  metric: Metric,
  asked: AskedQuestion,
  params: Readonly<Record<string, unknown>>,
): Relation | null {
  const { timezone } = asked.question
  if (!isEmpty(asked)) return inZone(metric.plan(asked.question, params), timezone)
  const { from } = asked.question.range
  const edges = [from, from + 1]
  const days = metric.days === true ? edges : []
  metric.plan({ ...asked.question, range: { from, to: from + 1 }, edges, days }, params)
  return null
}
