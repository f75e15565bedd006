import t from 'tap'
import '../support/every-store.js'
import { openTopics, type Body, type Query, type TopicService } from '../http/topic.js'
import { lawData, personIn, type LawEvent } from './metric-events.js'
import { propertySeed as seed } from './seeded.js'

const [from, to] = [Date.UTC(2024, 9, 21), Date.UTC(2024, 10, 4)]
const now = '2024-11-03T12:00:00.000Z'
const data = lawData(seed, from, to, 220)
const personOf = personIn(data)
const teams = ['red', 'blue', 'green', undefined] as const

/** Each event with its person as a group of one, and perhaps the team of its device and plan. */
const teamOf = ({ device_id, properties: { plan = '' } }: LawEvent): string | undefined =>
  teams[(Number(device_id.slice(1)) + plan.length) % teams.length]
const events = data.events.map((event) => {
  const team = teamOf(event)
  return { ...event, groups: { solo: personOf(event), ...(team === undefined ? {} : { team }) } }
})
const lines = [...events, ...data.links]

const range = '2024-10-24,2024-11-01'
const solo = { actor: 'group:solo' }
const team = { actor: 'group:team' }
const metrics: Readonly<Record<string, Query>> = {
  dau: {},
  wau: {},
  mau: {},
  'stickiness/daily': {},
  'stickiness/weekly': {},
  lifecycle: { dormant: 'true' },
  'events/first-time': { event: 'buy' },
  'events/per-actor': { event: 'buy', metric: 'p50', property: 'amount' },
}
const shapes: readonly Query[] = [
  { range },
  { range, granularity: 'weekly', breakdown: 'plan', breakdown_limit: '1', timezone: 'Europe/Berlin' },
  { range, granularity: 'monthly', compare: 'previous', breakdown: 'country' },
  {
    range: '2024-10-27,2024-10-27',
    granularity: 'hourly',
    'conditions[0][field]': 'country',
    'conditions[0][value]': 'DE',
  },
  { range, filter: JSON.stringify({ did: { event: 'buy', count: { operator: 'gte', value: 2 } } }) },
]
const steps = [{ event: 'open' }, { event: 'buy' }]
const bodies: readonly (readonly [string, object])[] = [
  ['funnels', { steps, breakdown: 'plan', breakdown_limit: 1 }],
  ['funnels', { steps: [...steps, { event: 'leave' }], order: 'strict', window_seconds: 200_000 }],
  ['funnels', { steps, order: 'any' }],
  ['funnels', { steps, exclusions: [{ event: 'leave', from_step: 1, to_step: 2 }] }],
  ['funnels/trend', { steps, granularity: 'weekly' }],
  ['funnels/trend', { steps, breakdown: 'country' }],
  ['retention', { start_event: 'open', return_event: 'buy', granularity: 'daily' }],
  ['retention', { granularity: 'weekly', mode: 'on_or_after', breakdown: 'plan' }],
]

const topic = await openTopics(t)

const poster =
  ({ service, id: workspace }: TopicService) =>
  async (path: string, body: object): Promise<Body> => {
    const answer = await service.call('POST', `/api/v1/${path}`, { workspace, body })
    if (answer.status !== 200)
      throw new Error(`${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

await topic(
  `groups of one person each count like persons (PROPERTY_SEED=${seed})`,
  now,
  async (t, fixture) => {
    await fixture.send(lines)
    const post = poster(fixture)
    for (const [metric, own] of Object.entries(metrics))
      for (const shape of shapes) {
        const query = { ...own, ...shape }
        t.strictSame(
          await fixture.ask(metric, { ...query, ...solo }),
          await fixture.ask(metric, query),
          `${metric} ${JSON.stringify(query)}`,
        )
      }
    t.strictSame(await fixture.ask('segments', { range, ...solo }), await fixture.ask('segments', { range }))
    for (const [path, body] of bodies) {
      const asked = { range, ...body }
      t.strictSame(
        await post(path, { ...asked, ...solo }),
        await post(path, asked),
        `${path} ${JSON.stringify(body)}`,
      )
    }
    const grouped = { range, group_by: 'plan', size: { type: 'unique_actors' } }
    for (const intensity of [{ type: 'avg_per_actor' }, { type: 'percentile_per_actor' }]) {
      const [one, other] = await Promise.all(
        [solo, {}].map((actor) => post('metrics/grouped', { ...grouped, intensity, ...actor })),
      )
      t.strictSame(one?.data.groups, other?.data.groups)
      t.equal(one?.data.total_size, other?.data.total_size)
    }
  },
)

const day = 86_400_000
const within = data.events.filter(({ timestamp }) => {
  const at = Date.parse(timestamp)
  return at >= Date.UTC(2024, 9, 24) && at < Date.UTC(2024, 10, 2)
})
const distinct = (values: readonly (string | null | undefined)[]): number =>
  new Set(values.filter((one) => one !== null && one !== undefined)).size

await topic(`actors are counted once each (PROPERTY_SEED=${seed})`, now, async (t, fixture) => {
  await fixture.send(lines)
  const days = Array.from({ length: 9 }, (_, index) => Date.UTC(2024, 9, 24) + index * day)
  const eachDay = (of: (event: LawEvent) => string | null | undefined): number[] =>
    days.map((start) =>
      distinct(
        within.filter(({ timestamp }) => Math.floor((Date.parse(timestamp) - start) / day) === 0).map(of),
      ),
    )
  t.strictSame(await fixture.values('dau', { range, ...team }), eachDay(teamOf))
  t.equal(await fixture.total('dau', { range, ...team }), distinct(within.map(teamOf)))
  t.strictSame(
    await fixture.values('dau', { range, actor: 'device' }),
    eachDay(({ device_id }) => device_id),
  )
  t.strictSame(
    await fixture.values('dau', { range, actor: 'session' }),
    await fixture.values('sessions/unique', { range }),
  )
  const none = { range, actor: 'group:nothing' }
  t.equal(await fixture.total('dau', none), 0)
  t.strictSame((await fixture.ask('dau/people', none)).data, [])
})

await topic(`a list of actors is as long as its figure (PROPERTY_SEED=${seed})`, now, async (t, fixture) => {
  await fixture.send(lines)
  const post = poster(fixture)
  const named = (rows: Body[]): string[] =>
    rows.map(({ group_id, session_id, device_id }) => String(group_id ?? session_id ?? device_id))
  const page = { limit: '500', count_total: 'true' }
  const listed = async (path: string, query: Query): Promise<number> => {
    const { data: rows, total } = await fixture.ask(`${path}/people`, { ...query, ...page })
    t.equal(new Set(named(rows as Body[])).size, total, `${path}: each actor once`)
    return Number(total)
  }
  for (const actor of ['device', 'session', 'group:team', 'group:solo'])
    for (const path of ['dau', 'wau', 'mau', 'events/first-time', 'lifecycle']) {
      const query = {
        range,
        granularity: 'weekly',
        ...metrics[path],
        actor,
        ...(path === 'lifecycle' ? {} : { breakdown: 'plan' }),
      }
      const { points, total } = (await fixture.ask(path, query)).data
      const isCount = path === 'events/first-time'
      if (path !== 'lifecycle' && !isCount) t.equal(await listed(path, query), total, `${path} ${actor}`)
      for (const { date, dimension, value } of (points as Body[])
        .filter((point) => point.value !== 0)
        .slice(0, 4))
        t.equal(
          await listed(path, { ...query, date, dimension }),
          Math.abs(value as number),
          `${path} ${actor} ${String(date)} ${String(dimension)}`,
        )
    }
  for (const actor of ['device', 'session', 'group:team']) {
    const funnel = { range, steps, actor }
    const { steps: counts } = (await post('funnels', funnel)).data
    for (const [index, { count, drop_off }] of (counts as Body[]).entries())
      for (const [outcome, size] of [
        ['converted', count],
        ['dropped', drop_off],
      ] as const) {
        if (index === 0 && outcome === 'dropped') continue
        const people = await post('funnels/people', {
          ...funnel,
          step: index + 1,
          outcome,
          limit: 500,
          count_total: true,
        })
        t.equal(people.total, size, `${actor} ${outcome} at step ${index + 1}`)
      }
    const retention = { range, actor, granularity: 'weekly' }
    const { cohorts } = (await post('retention', retention)).data
    for (const { cohort_date, counts: cells } of cohorts as Body[])
      for (const [period, size] of (cells as number[]).entries()) {
        const people = await post('retention/people', {
          ...retention,
          cohort_date,
          period,
          limit: 500,
          count_total: true,
        })
        t.equal(people.total, size, `${actor} cohort ${String(cohort_date)} after ${period}`)
      }
    const grouped = { range, actor, group_by: 'plan' }
    const figures = { size: { type: 'unique_actors' }, intensity: { type: 'avg_per_actor' } }
    const { groups } = (await post('metrics/grouped', { ...grouped, ...figures })).data
    for (const { group, size } of groups as Body[])
      t.equal(
        (await post('metrics/grouped/people', { ...grouped, group, limit: 500, count_total: true })).total,
        size,
        `${actor} ${String(group)}`,
      )
  }
})
