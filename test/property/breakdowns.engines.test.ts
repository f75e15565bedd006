import t from 'tap'
import '../support/every-store.js'
import { openTopics } from '../http/topic.js'
import { testService } from '../support/service.js'
import { traitLines } from './audience-definitions.js'
import { draws, naiveGroups, offsets, type Draw, type Group, type Item } from './breakdown-draws.js'
import { lawData, type AudienceData } from './metric-events.js'
import { propertyRuns, propertySeed as seed } from './seeded.js'

const [from, to] = [Date.UTC(2024, 9, 21), Date.UTC(2024, 10, 4)]
const now = '2024-11-03T12:00:00.000Z'
const drawn = lawData(seed, from, to, 220)
const data: AudienceData = { ...drawn, traits: traitLines(drawn, seed, from) }
const lines = [...data.events, ...data.traits, ...data.links]
const range = '2024-10-24,2024-11-01'
const runs = propertyRuns(8)

const inRange = (timezone: Draw['timezone']) => {
  const shift = offsets[timezone] * 60_000
  const [start, end] = [Date.UTC(2024, 9, 24) - shift, Date.UTC(2024, 10, 2) - shift]
  return data.events.filter(({ timestamp }) => {
    const at = Date.parse(timestamp)
    return at >= start && at < end
  })
}

interface Shown {
  readonly date: string
  readonly value: number
  readonly dimension: string
  readonly dimensions: readonly string[]
}

const queryOf = ({ breakdowns, limit, timezone }: Draw) => ({
  range,
  timezone,
  breakdowns: JSON.stringify(breakdowns),
  breakdown_limit: String(limit),
})

const topic = await openTopics(t, (t, store) => testService(t, { store }))

await topic(`combinations and bins are what they say (PROPERTY_SEED=${seed})`, now, async (t, fixture) => {
  await fixture.send(lines)
  for (const one of draws(seed, runs)) {
    const query = { ...queryOf(one), granularity: 'yearly' }
    for (const [metric, of] of [
      ['events', 'events'],
      ['dau', 'persons'],
    ] as const) {
      const points = (await fixture.ask(metric, query)).data.points as readonly Shown[]
      const found = points.map(({ dimensions, value }): Group => ({ dimensions, value }))
      t.strictSame(
        found,
        naiveGroups(data, inRange(one.timezone), one, of),
        `${metric} ${JSON.stringify(one)}`,
      )
      for (const { dimension, dimensions } of points)
        t.equal(
          dimension,
          dimensions.every((label) => label === '(other)') ? '(other)' : dimensions.join(' / '),
        )
    }
  }
})

await topic(
  `breakdowns of several days, and metrics of every kind (PROPERTY_SEED=${seed})`,
  now,
  async (t, fixture) => {
    await fixture.send(lines)
    // The topic compares the answers of the stores.
    for (const one of draws(seed + 1, runs)) {
      const query = queryOf(one)
      const weekly = { ...query, granularity: 'weekly', compare: 'previous' }
      await fixture.ask('dau', { ...query, granularity: 'daily' })
      await fixture.ask('wau', weekly)
      await fixture.ask('sessions', weekly)
      await fixture.ask('sessions/unique', weekly)
      await fixture.ask('events/first-time', { ...weekly, event: 'buy' })
      await fixture.ask('events/per-actor', { ...weekly, event: 'buy', property: 'amount' })
      await fixture.ask('stickiness/daily', { ...query, granularity: 'monthly' })
    }
    t.pass()
  },
)

const pairs: readonly (readonly [Item, Item])[] = [
  ['country', 'plan'],
  ['event_name', { field: 'amount', bins: 3 }],
  ['trait:tier', { field: 'timestamp', unit: 'day' }],
  ['plan', { field: 'trait:age', bins: [20, 30] }],
]

await topic(
  `two breakdowns add up to one, and bins to the whole (PROPERTY_SEED=${seed})`,
  now,
  async (t, fixture) => {
    await fixture.send(lines)
    const ask = async (breakdowns: readonly Item[]): Promise<readonly Shown[]> => {
      const asked = { breakdowns, limit: 1000, timezone: 'UTC' } as const
      return (await fixture.ask('events', { ...queryOf(asked), granularity: 'daily' })).data.points
    }
    const sums = (points: readonly Shown[], place: number): readonly (readonly [string, number])[] => {
      const found = new Map<string, number>()
      for (const { date, dimensions, value } of points) {
        const key = `${date} ${dimensions[place] ?? ''}`
        found.set(key, (found.get(key) ?? 0) + value)
      }
      return [...found].filter(([, value]) => value > 0).sort(([a], [b]) => (a < b ? -1 : 1))
    }
    const whole = await fixture.points('events', { range, granularity: 'daily' })
    for (const pair of pairs) {
      const both = await ask(pair)
      for (const [place, item] of pair.entries())
        t.strictSame(sums(both, place), sums(await ask([item]), 0), JSON.stringify(item))
      const byDate = whole.map(([date]) =>
        both.filter((point) => point.date === date).reduce((sum, { value }) => sum + value, 0),
      )
      t.strictSame(
        byDate,
        whole.map(([, value]) => value),
        JSON.stringify(pair),
      )
    }
  },
)

await topic(
  `people of a combination are as many as its figure (PROPERTY_SEED=${seed})`,
  now,
  async (t, fixture) => {
    await fixture.send(lines)
    for (const pair of pairs) {
      const query = queryOf({ breakdowns: pair, limit: 4, timezone: 'UTC' })
      for (const metric of ['dau', 'events/first-time', 'wau']) {
        const asked = { ...query, granularity: 'weekly', ...(metric.includes('first') && { event: 'buy' }) }
        const points = (await fixture.ask(metric, asked)).data.points as readonly Shown[]
        for (const { date, dimensions, value } of points.filter((point) => point.value > 0).slice(0, 4)) {
          const place = { date, dimensions: JSON.stringify(dimensions), count_total: 'true' }
          const people = await fixture.ask(`${metric}/people`, { ...asked, ...place })
          t.equal(people.total, value, `${metric} ${JSON.stringify(dimensions)} ${date}`)
        }
      }
    }
  },
)

/** The answers of the first store, by request. */
const told = new Map<string, unknown>()

interface FunnelGroup {
  readonly dimensions: readonly string[]
  readonly steps: readonly { readonly count: number }[]
}

await topic(
  `funnels, retention, groups and formulas take them too (PROPERTY_SEED=${seed})`,
  now,
  async (t, fixture) => {
    await fixture.send(lines)
    const post = async (path: string, body: object) => {
      const answer = await fixture.service.call('POST', `/api/v1/${path}`, { workspace: fixture.id, body })
      t.equal(answer.status, 200, JSON.stringify(answer.body))
      const key = `${path} ${JSON.stringify(body)}`
      t.strictSame(answer.body, told.get(key) ?? answer.body, key)
      told.set(key, answer.body)
      return answer.body
    }
    const steps = [{ event: 'open' }, { event: 'buy' }]
    for (const { breakdowns, limit, timezone } of draws(seed + 2, Math.ceil(runs / 2))) {
      const asked = { range, timezone, breakdowns, breakdown_limit: limit }
      const { data: funnel } = await post('funnels', { ...asked, steps })
      const groups = funnel.breakdowns as readonly FunnelGroup[]
      for (const [index, { count }] of (funnel.steps as FunnelGroup['steps']).entries())
        t.equal(
          groups.reduce((sum, group) => sum + (group.steps[index]?.count ?? 0), 0),
          count,
          'groups of a funnel add up',
        )
      const [largest] = groups
      if (largest !== undefined) {
        const { dimensions } = largest
        const body = { ...asked, steps, step: 1, dimensions, count_total: true }
        const people = await post('funnels/people', body)
        t.equal(people.total, largest.steps[0]?.count)
      }
      await post('funnels/trend', { ...asked, steps, granularity: 'weekly' })
      const { data: kept } = await post('retention', { ...asked, granularity: 'daily', start_event: 'open' })
      const sizes = (table: { cohorts: readonly { cohort_size: number }[] }): number =>
        table.cohorts.reduce((sum, { cohort_size }) => sum + cohort_size, 0)
      t.equal(
        (kept.breakdowns as (typeof kept)[]).reduce((sum: number, one) => sum + sizes(one), 0),
        sizes(kept),
        'groups of retention add up',
      )
      const grouped = { size: { type: 'count' }, intensity: { type: 'unique_actors' }, max_groups: 1000 }
      const { data: all } = await post('metrics/grouped', { range, timezone, breakdowns, ...grouped })
      const total = (all.groups as { size: number }[]).reduce((sum, { size }) => sum + size, 0)
      t.equal(total, all.total_size, 'groups add up')
      const series = [
        { metric: 'events', breakdowns },
        { metric: 'dau', breakdowns },
      ]
      await post('metrics/formula', { range, timezone, series, formula: 'A / B', breakdown_limit: limit })
    }
  },
)
