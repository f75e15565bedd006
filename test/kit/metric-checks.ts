import { isDeepStrictEqual } from 'node:util'
import { samplesOf } from '../../app/samples.js'
import { aggregate, column, equals, scan, select, text, where } from '../../contract/index.js'
import type { AnyMetric } from '../../core/kernel/definitions.js'
import { Fault } from './law.js'
import { metricNow, personsOf, type SampleLine } from './metric-data.js'
import type { Called } from './request.js'
import type { OpenedService, TestWorkspace } from './service.js'
import { withoutClock } from './without-clock.js'

type Query = Readonly<Record<string, string>>
type Body = Called['body']

/** A service with the sample data in a workspace, and the metric that is asked there. */
export interface Place {
  readonly engine: string
  readonly service: OpenedService
  readonly workspace: TestWorkspace
  readonly metric: string
  readonly parameters: Query
}

interface Point {
  readonly date: string
  readonly value: number
  readonly dimension?: string
}

const range = '2024-10-26,2024-10-30'
const before = '2024-10-21,2024-10-25'
const whole = '2024-10-21,2024-11-03'
const inside = { 'conditions[0][field]': 'plan', 'conditions[0][op]': 'is_set' }

/** Questions with zones, days of 25 hours, filters and breakdowns with fewer labels than values. */
const questions: readonly Query[] = [
  { range, timezone: 'Europe/Berlin' },
  { range: '2024-10-22,2024-11-03', granularity: 'weekly', breakdown: 'country', breakdown_limit: '2' },
  { range: '2024-10-27,2024-10-27', granularity: 'hourly', timezone: 'Europe/Berlin', ...inside },
  { range: 'all_time', granularity: 'monthly', breakdown: 'plan', timezone: 'Asia/Kathmandu' },
]

/** The questions about a metric. Other sources have other fields, and none of the sample's rows. */
export const questionsAbout = ({ source }: AnyMetric): readonly Query[] =>
  source === 'events'
    ? questions
    : [
        { range, timezone: 'Europe/Berlin' },
        { range: 'all_time', granularity: 'monthly' },
      ]

/** Calls plan() twice without a clock. */
export function planFault(metric: AnyMetric): string | null {
  const samples = samplesOf(metric, metricNow)
  const impure = 'plan() reads the clock or a random number; take `range`, `before` and `now` of the question'
  return withoutClock(impure, () => {
    for (const { question, params } of samples) {
      const [given, first] = [JSON.stringify(question), JSON.stringify(metric.plan(question, params))]
      if (JSON.stringify(metric.plan(question, params)) !== first) return 'two plans of one question differ'
      if (JSON.stringify(question) !== given) return 'plan() changes its question'
    }
    return null
  })
}

export async function disagreement(memory: Place, other: Place, query: Query): Promise<string | null> {
  return difference(await ask(other, query), await ask(memory, query))
}

/** Each total, each label of a top list and the first points have as many people, or as many of their items. */
export async function listFault(place: Place, metric: AnyMetric, query: Query): Promise<string | null> {
  const { data } = await ask(place, query)
  const folds: { readonly value: number; readonly at: Query }[] =
    metric.answer === 'top'
      ? (data as { label: string; count: number }[]).map(({ label, count }) => ({
          value: count,
          at: { dimension: label },
        }))
      : [
          ...(metric.total === undefined ? [{ value: Number(data.total), at: {} }] : []),
          ...(data.points as Point[])
            .filter(({ value }) => value !== 0)
            .slice(0, 3)
            .map(({ value, date, dimension }) => ({
              value,
              at: { date, ...(dimension !== undefined && { dimension }) },
            })),
        ]
  for (const { value, at } of folds) {
    const size = await sizeOf(place, metric, { ...query, ...at })
    if (typeof size === 'string') return `${JSON.stringify(at)}: ${size}`
    const wrong = unequal(size, value, `${JSON.stringify(at)}: people or their items`)
    if (wrong !== null) return wrong
  }
  return null
}

/** Returns the number of persons; for a count, the sum of their events or sessions. A string is a fault. */
async function sizeOf(place: Place, { kind }: AnyMetric, query: Query): Promise<number | string> {
  const rows: Record<string, unknown>[] = []
  for (let more = true; more;) {
    const page = { limit: '60', offset: String(rows.length), count_total: 'true' }
    const answer = await ask(place, { ...query, ...page }, 'query/people')
    rows.push(...(answer.data as Record<string, unknown>[]))
    more = answer.has_more === true
    if (!more && answer.total !== rows.length) return `${rows.length} rows, but total ${String(answer.total)}`
  }
  const persons = new Set(rows.map((row) => row['user_id'] ?? row['device_id']))
  if (persons.size !== rows.length) return 'a person is listed twice'
  const items =
    rows[0] !== undefined && 'sessions' in rows[0] ? 'sessions' : kind === 'count' ? 'events' : null
  return items === null ? rows.length : rows.reduce((sum, row) => sum + Number(row[items]), 0)
}

/** A breakdown keeps the total; its parts add up to that of a count, and reach at least that of distinct ones. */
export async function partsFault(place: Place, { kind, total }: AnyMetric): Promise<string | null> {
  const { data: unsplit } = await ask(place, { range: whole })
  for (const breakdown of ['country', 'plan']) {
    const { data } = await ask(place, { range: whole, breakdown, breakdown_limit: '2' })
    if (total === undefined) {
      const wrong = unequal(Number(data.total), Number(unsplit.total), `total broken down by ${breakdown}`)
      if (wrong !== null) return wrong
    }
    const sum = (data.points as Point[]).reduce((sum, { value }) => sum + value, 0)
    if (kind === 'count' && total === undefined) {
      const wrong = unequal(sum, Number(data.total), `sum of the points by ${breakdown}`)
      if (wrong !== null) return wrong
    }
    if (kind === 'distinct' && total === undefined && sum < Number(data.total))
      return `the points by ${breakdown} sum to ${sum}, less than the total ${String(data.total)}`
  }
  return null
}

export async function comparisonFault(place: Place): Promise<string | null> {
  const { data } = await ask(place, { range, compare: 'previous' })
  const { data: earlier } = await ask(place, { range: before })
  const wrong = unequal(Number(data.comparison.previous_total), Number(earlier.total), 'previous_total')
  if (wrong !== null) return wrong
  // A period of its own length, which overlaps the range.
  const { data: dated } = await ask(place, { range: before, compare: range })
  const { data: later } = await ask(place, { range })
  return unequal(Number(dated.comparison.previous_total), Number(later.total), `previous_total of ${range}`)
}

export async function formulaFault(place: Place): Promise<string | null> {
  const { service, workspace, metric, parameters } = place
  const { data } = await ask(place, { range, granularity: 'daily' })
  const body = { series: [{ metric, params: parameters }], formula: 'A', range, granularity: 'daily' }
  const answer = await service.call('POST', '/api/v1/metrics/formula', { body, workspace: workspace.id })
  if (answer.status !== 200) return `status ${answer.status}: ${JSON.stringify(answer.body)}`
  const values = (points: readonly Point[]) =>
    points
      .filter(({ value }) => value !== 0)
      .map(({ date, value }) => `${date} ${value.toPrecision(9)}`)
      .sort()
  return difference(values(answer.body.data.points as Point[]), values(data.points as Point[]))
}

/** The audience: everyone who has bought. A workspace of their lines alone answers the same. */
export async function audienceFault(place: Place, lines: readonly SampleLine[]): Promise<string | null> {
  const { service } = place
  const personOf = personsOf(lines)
  const buyers = new Set(
    lines.filter(({ event }) => event === 'buy').map(({ device_id }) => personOf(device_id)),
  )
  const alone = await service.workspace()
  await service.send(
    alone,
    lines.filter(({ device_id }) => buyers.has(personOf(device_id))),
  )
  const bought = where(scan('events'), equals(column('event_name'), text('buy')))
  const audience = service.audience(
    aggregate(select(bought, { member: column('person') }), { member: column('member') }, {}),
  )
  for (const query of questions.slice(0, 3)) {
    const wrong = difference(
      await ask(place, { ...query, audience }),
      await ask({ ...place, workspace: alone }, query),
    )
    if (wrong !== null) return `${JSON.stringify(query)}: ${wrong}`
  }
  return null
}

/** Returns the answer of the metric; throws on any status but 200. */
async function ask(place: Place, query: Query, path = 'query'): Promise<Body> {
  const { service, workspace, metric, parameters } = place
  const answer = await service.call('GET', `/api/v1/metrics/${path}`, {
    query: { ...parameters, ...query, metric },
    workspace: workspace.id,
  })
  if (answer.status === 200) return answer.body
  throw new Fault(`status ${answer.status} for ${JSON.stringify(query)}: ${JSON.stringify(answer.body)}`)
}

const difference = (actual: unknown, expected: unknown): string | null =>
  isDeepStrictEqual(actual, expected)
    ? null
    : `${JSON.stringify(actual).slice(0, 2_000)}\ninstead of ${JSON.stringify(expected).slice(0, 2_000)}`

/** Sums of floating-point numbers may differ in their last digits. */
const unequal = (actual: number, expected: number, what: string): string | null =>
  Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected))
    ? null
    : `${what}: ${actual}, not ${expected}`
