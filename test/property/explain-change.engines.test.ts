import fc from 'fast-check'
import t from 'tap'
import '../support/every-store.js'
import type { Field } from '../../plugins/explain-change/test-changes.js'
import { openTopics, type TopicService } from '../http/topic.js'
import { testService } from '../support/service.js'
import { traitLines } from './audience-definitions.js'
import { lawData, type AudienceData } from './metric-events.js'
import { propertyRuns, propertySeed as seed } from './seeded.js'

const [from, to] = [Date.UTC(2024, 9, 21), Date.UTC(2024, 10, 4)]
const now = '2024-11-03T12:00:00.000Z'
const drawn = lawData(seed, from, to, 260)
const data: AudienceData = { ...drawn, traits: traitLines(drawn, seed, from) }
const lines = [...data.events, ...data.traits, ...data.links]

interface Asked {
  readonly metric: string
  readonly params?: Readonly<Record<string, string>>
}

const additive: readonly Asked[] = [
  { metric: 'events' },
  { metric: 'event:buy' },
  { metric: 'sessions' },
  { metric: 'first_time:open' },
  { metric: 'first_time:buy', params: { actor: 'session' } },
  { metric: 'events_custom:sum', params: { property: 'amount' } },
  { metric: 'events_custom:count', params: { property: 'amount' } },
]
const others: readonly Asked[] = [
  { metric: 'dau' },
  { metric: 'dau', params: { actor: 'device' } },
  { metric: 'wau' },
  { metric: 'mau' },
  { metric: 'users' },
  { metric: 'sessions_unique' },
  { metric: 'events_custom:avg', params: { property: 'amount' } },
  { metric: 'per_actor:avg', params: { event: 'buy' } },
  { metric: 'stickiness_daily' },
]
const ranges = ['2024-10-21,2024-10-24', '2024-10-25,2024-10-25', '2024-10-24,2024-11-02', '3d', '36h', 'wtd']
const fields = ['country', 'plan', 'event_name', 'trait:tier', 'properties.amount', 'device_id', 'user_id']
const draw = fc.record({
  asked: fc.constantFrom(...additive, ...others),
  ranges: fc.shuffledSubarray(ranges, { minLength: 2, maxLength: 2 }),
  fields: fc.option(fc.shuffledSubarray(fields, { minLength: 1, maxLength: 3 }), { nil: undefined, freq: 4 }),
  filters: fc.constantFrom([], [{ field: 'country', operator: 'ne', value: 'DE' }]),
  timezone: fc.constantFrom('UTC', 'Asia/Kathmandu'),
})

/** Averages differ in their last digits, because stores add in different orders. */
const steady = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (_, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(12)) : value,
  )

const isNear = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

const topic = await openTopics(t, (t, store) => testService(t, { store }))
/** The answers of the first store, by request. */
const told = new Map<string, unknown>()

const asking =
  ({ service, id }: TopicService) =>
  async (body: object) => {
    const answer = await service.call('POST', '/api/v1/metrics/explain-change', { workspace: id, body })
    const key = JSON.stringify(body)
    t.equal(answer.status, 200, `${key}: ${JSON.stringify(answer.body)}`)
    const found = steady(answer.body)
    t.strictSame(found, told.get(key) ?? found, key)
    told.set(key, found)
    return answer.body.data as Change & { readonly fields: readonly Field[] }
  }

interface Change {
  readonly before: number
  readonly after: number
  readonly change: number
}

await topic(
  `values add up to the whole, which is the metric (PROPERTY_SEED=${seed})`,
  now,
  async (t, fixture) => {
    await fixture.send(lines)
    const ask = asking(fixture)
    for (const one of fc.sample(draw, { seed, numRuns: propertyRuns(30) })) {
      const [before = '', after = ''] = one.ranges
      const { asked, timezone, filters } = one
      const body = { ...asked, before, after, timezone, filters, ...(one.fields && { fields: one.fields }) }
      const key = JSON.stringify(body)
      const answer = await ask(body)
      const conditions: Record<string, string> =
        filters.length === 0
          ? {}
          : {
              'conditions[0][field]': 'country',
              'conditions[0][op]': 'ne',
              'conditions[0][value]': 'DE',
            }
      const totalOf = (range: string): Promise<number> =>
        fixture.total('query', { metric: asked.metric, ...asked.params, range, timezone, ...conditions })
      t.equal(answer.before, await totalOf(before), `before: ${key}`)
      t.equal(answer.after, await totalOf(after), `after: ${key}`)
      t.ok(isNear(answer.change, answer.after - answer.before), `change: ${key}`)
      const addsUp = additive.includes(asked)
      for (const { field, share, values } of answer.fields) {
        t.ok(values.length <= 10, `at most ten values of ${field}: ${key}`)
        if (!addsUp) {
          t.ok(share === null && values.every((value) => value.share === null), `no shares: ${key}`)
          continue
        }
        for (const part of ['before', 'after', 'change'] as const)
          t.ok(
            isNear(
              values.reduce((sum, value) => sum + value[part], 0),
              answer[part],
            ),
            `${part} of ${field} adds up: ${key}`,
          )
        if (answer.change !== 0 && values.length > 0)
          t.ok(
            isNear(
              values.reduce((sum, value) => sum + (value.share ?? NaN), 0),
              1,
            ),
            `shares of ${field} add up: ${key}`,
          )
      }
    }
  },
)

const host = (time: string, value: number, name: string, type: string, labels: object) => ({
  timestamp: `2024-10-${time}:00:00Z`,
  name,
  type,
  value,
  labels,
})

await topic('infrastructure metrics by label', now, async (t, fixture) => {
  const points = ['a', 'b', 'c'].flatMap((zone, index) =>
    ['21T01', '21T02', '22T03', '23T04', '23T05', '24T06'].flatMap((time, place) => [
      host(time, (place * 7 + index * 3) % 5, 'load', 'gauge', { zone, side: place % 2 === 0 ? 'l' : 'r' }),
      host(time, place * (index + 1), 'requests', 'counter', { zone }),
    ]),
  )
  const body = points.map((point) => JSON.stringify(point)).join('\n')
  const stored = await fixture.service.call('POST', '/v1/metrics', { body, token: fixture.ingestKey })
  t.equal(stored.status, 202, JSON.stringify(stored.body))
  const ask = asking(fixture)
  for (const metric of ['metric:load:sum', 'metric:load:count', 'metric:requests:sum']) {
    const ranges = { before: '2024-10-21,2024-10-22', after: '2024-10-23,2024-10-24' }
    const answer = await ask({ metric, ...ranges, fields: ['labels.zone', 'labels.side'] })
    t.equal(answer.fields.length, 2, metric)
    t.ok(answer.after > 0, `${metric} has data`)
    for (const { field, values } of answer.fields)
      for (const part of ['before', 'after'] as const)
        t.ok(
          isNear(
            values.reduce((sum, value) => sum + value[part], 0),
            answer[part],
          ),
          `${metric}: ${part} of ${field}`,
        )
  }
})
