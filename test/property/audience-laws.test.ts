import { randomInt } from 'node:crypto'
import t from 'tap'
import { save } from '../../plugins/audiences/test-audiences.js'
import { openTopics, type Bench, type Query } from '../http/topic.js'
import { definitions, naiveMembers, traitLines, type AudienceData } from './audience-definitions.js'
import { lawData, personIn } from './metric-events.js'

/** One data set a run, another one each time: the seed of a failure is in its name. */
const seed = Number(process.env['PROPERTY_SEED'] ?? randomInt(2 ** 31))
const [from, to] = [Date.UTC(2024, 9, 21), Date.UTC(2024, 10, 4)]
const now = '2024-11-03T12:00:00.000Z'
const drawn = lawData(seed, from, to, 220)
const data: AudienceData = { ...drawn, traits: traitLines(drawn, seed, from) }
/** The links come last: whoever a device was of before does not matter. */
const linesOf = ({ events, traits, links }: AudienceData) => [...events, ...traits, ...links]

t.setTimeout(600_000)
const topic = await openTopics(t)

await topic(`members are who a definition means (PROPERTY_SEED=${seed})`, now, async (t, bench) => {
  await bench.send(linesOf(data))
  const sizes = new Set<number>()
  for (const definition of definitions(seed, 40)) {
    const expected = [...naiveMembers(definition, data, Date.parse(now))]
      .map((person) => person.replace('device ', ''))
      .sort()
    const group = await save(bench, definition)
    t.strictSame(await group.members(), expected, JSON.stringify(definition))
    t.equal(await group.count(), expected.length)
    sizes.add(expected.length)
  }
  t.ok(sizes.size > 3, `groups of ${[...sizes].join(', ')}`)
})

interface Listed {
  readonly key: string
  readonly answer: string
  readonly source: string
  readonly people: string | null
  readonly parameters: { readonly required?: readonly string[] }
}

/** What metrics need, whatever they are. */
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

/** A few that are neither everybody nor nobody. */
const groups = definitions(seed + 1, 60)
  .map((definition) => ({ definition, members: naiveMembers(definition, data, Date.parse(now)) }))
  .filter(({ members }) => members.size > 2 && members.size < 15)
  .slice(0, 1)

await topic(
  `a metric of an audience is that of its persons' data (PROPERTY_SEED=${seed})`,
  now,
  async (t, bench) => {
    await bench.send(linesOf(data))
    const asked = ((await bench.ask('')).data as Listed[]).filter(({ source }) => source === 'events')
    t.ok(asked.length > 15 && groups.length > 0)
    for (const { definition, members } of groups) {
      const group = await save(bench, definition)
      const alone = await dataOf(bench, members)
      for (const { key, people, parameters } of asked)
        for (const question of questions) {
          const needed = (parameters.required ?? []).map((name) => [name, given[name] ?? ''])
          const query = { ...question, ...(Object.fromEntries(needed) as Query), metric: key }
          const what = `${key} ${JSON.stringify(question)} ${JSON.stringify(definition)}`
          t.strictSame(
            await bench.ask('query', { ...query, audience: group.id }),
            await alone.ask('query', query),
            what,
          )
          if (people === null || 'compare' in question) continue
          t.strictSame(
            await bench.ask('query/people', { ...query, audience: group.id, count_total: 'true' }),
            await alone.ask('query/people', { ...query, count_total: 'true' }),
            `people of ${what}`,
          )
        }
    }
  },
)

/** A workspace where only these persons have ever been. */
async function dataOf(bench: Bench, members: ReadonlySet<string>): Promise<Bench> {
  const other = await bench.other()
  const personOf = personIn(data)
  const isTheirs = (line: { readonly device_id: string }): boolean => members.has(personOf(line as never))
  await other.send([
    ...data.events.filter(isTheirs),
    ...data.traits.filter(isTheirs),
    ...data.links.filter(isTheirs),
  ])
  return other
}
