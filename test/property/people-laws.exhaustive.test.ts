import t from 'tap'
import '../support/every-store.js'
import { openTopics, type TopicService, type Query } from '../http/topic.js'
import { lawData, personIn, type LawEvent } from './metric-events.js'
import { propertySeed as seed } from './seeded.js'

/** One data set per run; the names of the tests contain its seed. */
const [from, to] = [Date.UTC(2024, 9, 21), Date.UTC(2024, 10, 4)]
const data = lawData(seed, from, to, 220)

const topic = await openTopics(t)

interface Figure {
  readonly path: string
  readonly kind: string
  readonly answer: string
  readonly people: string | null
  readonly parameters: { readonly properties: Readonly<Record<string, unknown>> }
}

/** The parameters that the metrics require, and queries that break down, restrict and shift them. */
const needed: Readonly<Record<string, Query>> = {
  'events/custom': { property: 'amount' },
  'events/properties': { event: 'buy', property: 'plan' },
  'events/first-time': { event: 'buy' },
  'events/per-actor': { event: 'buy', property: 'amount' },
  'event/:name': {},
}
const inside = { 'conditions[0][field]': 'plan', 'conditions[0][op]': 'is_set' }
const questions: readonly Query[] = [
  { range: '2024-10-25,2024-10-28', timezone: 'Europe/Berlin' },
  { range: '2024-10-22,2024-11-03', granularity: 'weekly', breakdown: 'country', breakdown_limit: '2' },
  { range: '2024-10-27,2024-10-27', granularity: 'hourly', timezone: 'Europe/Berlin', ...inside },
  { range: '2024-10-24,2024-11-02', granularity: 'monthly', breakdown: 'plan', timezone: 'Asia/Kathmandu' },
]
const range = '2024-10-21,2024-11-03'

interface Fold {
  readonly date?: string
  readonly dimension?: string
}

/** The figure's counterpart: the number of rows if it counts persons, or the sum of the rows' counts. */
async function sizeOf(fixture: TopicService, figure: Figure, query: Query, place: Fold): Promise<number> {
  const rows: Record<string, unknown>[] = []
  for (let offset = 0, more = true; more; offset += 60) {
    const page = await fixture.ask(`${pathOf(figure)}/people`, {
      ...query,
      ...place,
      limit: '60',
      offset: String(offset),
      count_total: 'true',
    })
    rows.push(...(page.data as Record<string, unknown>[]))
    more = page.has_more as boolean
    if (!more && page.total !== rows.length)
      throw new Error(`${rows.length} rows, total ${String(page.total)}`)
  }
  const persons = new Set(rows.map((row) => row['user_id'] ?? row['device_id']))
  if (persons.size !== rows.length) throw new Error('a person stands twice in its list')
  const counted = figure.kind === 'count' ? 'events' : null
  const name = rows[0] !== undefined && 'sessions' in rows[0] ? 'sessions' : counted
  return name === null ? rows.length : rows.reduce((sum, row) => sum + Number(row[name]), 0)
}

const pathOf = ({ path }: Figure): string => path.replace('/api/v1/metrics/', '').replace(':name', 'buy')
const queryOf = ({ path }: Figure, query: Query): Query => ({
  ...query,
  ...needed[path.replace('/api/v1/metrics/', '')],
})

/** Kinds whose figure is a number of persons, or the sum of the persons' counts. */
const counting = new Set(['distinct', 'count'])

await topic(
  `a list is as long as its figure (PROPERTY_SEED=${seed})`,
  '2024-11-03T12:00:00Z',
  async (t, fixture) => {
    await fixture.send([...data.events, ...data.links])
    const figures = ((await fixture.ask('')).data as Figure[]).filter(
      ({ people, kind, parameters }) =>
        people !== null && counting.has(kind) && !('dormant' in parameters.properties),
    )
    t.ok(figures.length >= 10, `${figures.length} figures have twins`)
    for (const figure of figures)
      for (const question of questions) {
        const query = queryOf(figure, question)
        const { data: answer } = await fixture.ask(pathOf(figure), query)
        const wrong: string[] = []
        const check = async (value: number, place: Fold): Promise<void> => {
          const size = await sizeOf(fixture, figure, query, place)
          if (size !== value) wrong.push(`${JSON.stringify(place)}: ${size}, not ${value}`)
        }
        if (figure.answer === 'top')
          for (const { label, count } of answer as { label: string; count: number }[])
            await check(count, { dimension: label })
        else {
          await check(Number(answer.total), {})
          const shown = (answer.points as ({ value: number } & Required<Fold>)[]).filter(
            ({ value }, index) => value !== 0 || index === 0,
          )
          for (const { value, ...place } of shown.slice(0, 3)) await check(value, place)
        }
        t.strictSame(wrong, [], `${figure.path} ${JSON.stringify(question)}`)
      }
  },
)

const twoSteps = { steps: [{ event: 'open' }, { event: 'buy' }], range }
const funnels: readonly object[] = [
  { ...twoSteps, breakdown: 'plan', breakdown_limit: 1 },
  { ...twoSteps, breakdown: 'country', window_seconds: 3_600, order: 'strict' },
  { steps: [{ event: 'buy' }, { event: 'buy' }], range, breakdown: 'plan', breakdown_limit: 2 },
]
interface Group {
  readonly dimension: string
  readonly steps: readonly { readonly count: number; readonly drop_off: number }[]
}

await topic(
  `a funnel's lists are as long as its counts (PROPERTY_SEED=${seed})`,
  '2024-11-03T12:00:00Z',
  async (t, { send, service, id: workspace }) => {
    await send([...data.events, ...data.links])
    const post = async (path: string, body: object) => {
      const answer = await service.call('POST', `/api/v1/${path}`, { workspace, body })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return answer.body
    }
    for (const funnel of funnels) {
      const { breakdowns, steps } = (await post('funnels', funnel)).data as Group & { breakdowns: Group[] }
      const wrong: string[] = []
      for (const { dimension, steps: own } of [...breakdowns, { dimension: undefined, steps }])
        for (const [index, { count, drop_off }] of own.entries())
          for (const [outcome, size] of Object.entries({ converted: count, dropped: drop_off })) {
            if (index === 0 && outcome === 'dropped') continue
            const place = { dimension, step: index + 1, outcome }
            const page = { limit: 1, count_total: true }
            const { total } = await post('funnels/people', { ...funnel, ...place, ...page })
            if (total !== size) wrong.push(`${JSON.stringify(place)}: ${String(total)}, not ${size}`)
          }
      t.strictSame(wrong, [], JSON.stringify(funnel))
      t.ok(breakdowns.length > 1)
    }
  },
)

await topic(
  `figures agree with each other (PROPERTY_SEED=${seed})`,
  '2024-11-03T12:00:00Z',
  async (t, fixture) => {
    await fixture.send([...data.events, ...data.links])
    const { ask, total } = fixture
    const rowsOf = async (path: string): Promise<number> =>
      Number((await ask(path, { range, limit: '1', count_total: 'true' })).total)
    t.equal(await rowsOf('events/raw'), await total('events', { range }))
    t.equal(await rowsOf('sessions/raw'), await total('sessions', { range }))
    t.equal(await rowsOf('users/raw'), await total('dau', { range }))
    t.equal(await rowsOf('dau/raw'), await total('dau', { range }))
    t.equal(await rowsOf('wau/raw'), await total('wau', { range }))
    t.equal(await rowsOf('mau/raw'), await total('mau', { range }))

    const person = personIn(data)
    const of = (name: string): readonly LawEvent[] => data.events.filter(({ event }) => event === name)
    const everyone = new Set(data.events.map(person)).size
    t.equal(await total('dau', { range }), everyone)
    t.equal(
      await total('users', { range }),
      new Set(data.events.map(person).filter((id) => id.startsWith('u'))).size,
    )
    t.equal(
      await total('events/first-time', { range, event: 'buy' }),
      new Set(of('buy').map(person)).size,
      'over all history everyone is there once',
    )

    const sums = { range, granularity: 'daily', breakdown: 'country', breakdown_limit: '2' }
    for (const path of ['events', 'sessions', 'events/first-time?buy']) {
      const [metric = '', event] = path.split('?')
      const query = { ...sums, ...(event === undefined ? {} : { event }) }
      const values = await fixture.values(metric, query)
      t.equal(
        values.reduce((sum, value) => sum + value, 0),
        await total(metric, query),
        `the parts of ${metric} are the whole`,
      )
      t.equal(await total(metric, query), await total(metric, { range, ...(event && { event }) }))
    }
    for (const metric of ['dau', 'wau', 'mau', 'users', 'sessions/unique']) {
      const whole = await fixture.points(metric, { range })
      const parts = await fixture.points(metric, sums)
      const low = whole.filter(([date, value]) => {
        const ofDate = parts.filter(([at]) => at === date).map((point) => Number(point[2]))
        const sum = ofDate.reduce((total, part) => total + part, 0)
        return sum < Number(value) || Math.max(...ofDate) > Number(value)
      })
      t.strictSame(low, [], `each part of ${metric} is no more than the whole, all together no less`)
    }
  },
)

await topic(
  `the order of arrival does not matter (PROPERTY_SEED=${seed})`,
  '2024-11-03T12:00:00Z',
  async (t, fixture) => {
    // Sessions assigned by the service depend on the order of arrival; clients' own do not.
    const events = data.events.map((event) => ({
      ...event,
      session_id: event.session_id ?? `of ${event.message_id}`,
    }))
    const backwards = [...data.links, ...[...events].reverse()]
    for (let index = 0; index < backwards.length; index += 50)
      await fixture.send(backwards.slice(index, index + 50))
    const straight = await fixture.other()
    await straight.send([...events, ...data.links])
    for (const [path, query] of [
      ['dau', { breakdown: 'country' }],
      ['mau', {}],
      ['events', { breakdown: 'plan' }],
      ['sessions', {}],
      ['events/first-time', { event: 'open' }],
      ['events/per-actor', { event: 'buy', property: 'amount', metric: 'max' }],
      ['events/custom', { property: 'amount', metric: 'max' }],
    ] as const)
      t.strictSame(
        await fixture.ask(path, { range, ...query }),
        await straight.ask(path, { range, ...query }),
        path,
      )
    // Among devices last seen at one instant, the one that arrived last is shown.
    const persons = async ({ ask }: TopicService): Promise<readonly string[]> => {
      const { data: rows } = await ask('users/raw', { range, limit: '1000' })
      return (rows as readonly object[]).map((row) => JSON.stringify({ ...row, device_id: '' })).sort()
    }
    t.strictSame(await persons(fixture), await persons(straight), 'users/raw')
  },
)
