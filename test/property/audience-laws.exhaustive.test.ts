import t from 'tap'
import '../support/every-store.js'
import { save } from '../../plugins/audiences/test-audiences.js'
import { testService } from '../support/service.js'
import { openTopics, type TopicService, type Point, type Query } from '../http/topic.js'
import { definitions, naiveMembers, traitLines, type Definition } from './audience-definitions.js'
import { lawData, personIn, type AudienceData } from './metric-events.js'
import { propertySeed as seed } from './seeded.js'

/** One data set per run; the names of the tests contain its seed. */
const [from, to] = [Date.UTC(2024, 9, 21), Date.UTC(2024, 10, 4)]
const now = '2024-11-03T12:00:00.000Z'
const drawn = lawData(seed, from, to, 220)
const data: AudienceData = { ...drawn, traits: traitLines(drawn, seed, from) }
/** The links come last: a device's earlier owner does not matter. */
const linesOf = ({ events, traits, links }: AudienceData) => [...events, ...traits, ...links]

interface Group {
  readonly definition: Definition
  readonly members: ReadonlySet<string>
}

const groupOf = (definition: Definition): Group => ({
  definition,
  members: naiveMembers(definition, data, Date.parse(now)),
})
const some = (count: number): readonly Group[] => definitions(seed, count).map(groupOf)

/** Draws this many groups with some persons but not all, since most definitions match none or all. */
function partial(from: number, count: number): readonly Group[] {
  for (let drawn = 30; drawn < 10_000; drawn *= 2) {
    const found = definitions(from, drawn)
      .map(groupOf)
      .filter(({ members }) => members.size > 2 && members.size < 15)
    if (found.length >= count) return found.slice(0, count)
  }
  throw new Error(`PROPERTY_SEED=${seed} draws no group of some persons`)
}

const topic = await openTopics(t, (t, store) => testService(t, { store }))

await topic(`members are who a definition means (PROPERTY_SEED=${seed})`, now, async (t, fixture) => {
  await fixture.send(linesOf(data))
  for (const { definition, members } of [...some(9), ...partial(seed, 3)]) {
    const expected = [...members].map((person) => person.replace('device ', '')).sort()
    const group = await save(fixture, definition)
    t.strictSame(await group.members(), expected, JSON.stringify(definition))
    t.equal(await group.count(), expected.length)
  }
})

interface Listed {
  readonly key: string
  readonly answer: string
  readonly source: string
  readonly people: string | null
  readonly parameters: { readonly required?: readonly string[] }
}

/** Parameters that any metric may require. */
const given: Query = { event: 'buy', property: 'amount', name: 'buy', segment: 'casual' }
const questions: readonly Query[] = [
  { range: '2024-10-26,2024-10-30', timezone: 'Europe/Berlin', compare: 'previous' },
  { range: '14d', granularity: 'weekly', breakdown: 'country', breakdown_limit: '2' },
  {
    range: 'all_time',
    granularity: 'monthly',
    breakdown: 'trait:tier',
    'conditions[0][field]': 'plan',
    'conditions[0][op]': 'is_set',
  },
]

const range = '2024-10-23,2024-11-03'
const group = {
  group_by: 'plan',
  size: { type: 'sum', property: 'amount' },
  intensity: { type: 'unique_actors' },
  range,
}
const steps = { steps: [{ event: 'open' }, { event: 'buy' }], range }
/** The bodies that may name an audience, with their routes. */
const bodies: readonly (readonly [string, object])[] = [
  [
    'metrics/formula',
    { series: [{ metric: 'dau' }, { metric: 'first_time:open' }], formula: 'A - B', range },
  ],
  ['metrics/grouped', group],
  ['metrics/grouped/people', { ...group, group: 'pro' }],
  ['funnels', { ...steps, breakdown: 'country' }],
  ['funnels/trend', steps],
  ['funnels/people', { ...steps, step: 2 }],
  ['retention', { range, granularity: 'daily', start_event: 'buy', breakdown: 'country' }],
  ['retention/people', { range, granularity: 'daily', cohort_date: '2024-10-25', period: 0 }],
]

await topic(
  `a metric of an audience is that of its persons' data (PROPERTY_SEED=${seed})`,
  now,
  async (t, fixture) => {
    await fixture.send(linesOf(data))
    const asked = ((await fixture.ask('')).data as Listed[]).filter(({ source }) => source === 'events')
    t.ok(asked.length > 15)
    for (const { definition, members } of partial(seed + 1, 1)) {
      const saved = await save(fixture, definition)
      const alone = await dataOf(fixture, members)
      const post = async ({ service, id: workspace }: TopicService, path: string, body: object) => {
        const answer = await service.call('POST', `/api/v1/${path}`, { workspace, body })
        t.equal(answer.status, 200, path)
        return answer.body as unknown
      }
      for (const [path, body] of bodies)
        t.strictSame(
          await post(fixture, path, { ...body, audience_id: saved.id }),
          await post(alone, path, body),
          `${path} ${JSON.stringify(definition)}`,
        )
      for (const { key, answer, people, parameters } of asked)
        for (const question of questions) {
          const needed = (parameters.required ?? []).map((name) => [name, given[name] ?? ''])
          const query = { ...question, ...(Object.fromEntries(needed) as Query), metric: key }
          const what = `${key} ${JSON.stringify(question)} ${JSON.stringify(definition)}`
          const expected = await alone.ask('query', query)
          t.strictSame(await fixture.ask('query', { ...query, audience: saved.id }), expected, what)
          if (people === null || 'compare' in question) continue
          const points = answer === 'series' ? (expected.data.points as Point[]) : []
          const point = points.find(({ value }) => value !== 0) ?? points[0]
          // Some of these lists require a date.
          if (point === undefined && answer === 'series') continue
          const behind = { ...query, ...placeOf(point), count_total: 'true' }
          t.strictSame(
            await fixture.ask('query/people', { ...behind, audience: saved.id }),
            await alone.ask('query/people', behind),
            `people of ${what}`,
          )
        }
    }
  },
)

function placeOf(point: Point | undefined): Query {
  if (point === undefined) return {}
  const { date, dimension } = point
  return dimension === undefined ? { date } : { date, dimension }
}

/** A workspace with the data of only these persons. */
async function dataOf(fixture: TopicService, members: ReadonlySet<string>): Promise<TopicService> {
  const other = await fixture.other()
  const personOf = personIn(data)
  const isTheirs = (line: { readonly device_id: string }): boolean => members.has(personOf(line as never))
  await other.send([
    ...data.events.filter(isTheirs),
    ...data.traits.filter(isTheirs),
    ...data.links.filter(isTheirs),
  ])
  return other
}
