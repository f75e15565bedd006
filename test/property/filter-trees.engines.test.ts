import t from 'tap'
import '../support/every-store.js'
import { countUnsaved, save } from '../../plugins/audiences/test-audiences.js'
import { openTopics } from '../http/topic.js'
import { testService } from '../support/service.js'
import { traitLines } from './audience-definitions.js'
import { disjunctive, naiveTree, range, trees, type Spans, type Tree } from './filter-trees.js'
import { lawData, personIn, type AudienceData } from './metric-events.js'
import { propertyRuns, propertySeed as seed } from './seeded.js'

const [from, to] = [Date.UTC(2024, 9, 21), Date.UTC(2024, 10, 4)]
const now = '2024-11-03T12:00:00.000Z'
const drawn = lawData(seed, from, to, 220)
const data: AudienceData = { ...drawn, traits: traitLines(drawn, seed, from) }
const lines = [...data.events, ...data.traits, ...data.links]

const day = 86_400_000
const span = [Date.UTC(2024, 9, 24), Date.UTC(2024, 10, 2)] as const
const spans: Spans = {
  '2024-10-26,2024-10-28': [Date.UTC(2024, 9, 26), Date.UTC(2024, 9, 29)],
  '5d': [Date.UTC(2024, 9, 30), Date.UTC(2024, 10, 4)],
  '36h': [Date.parse(now) - 1.5 * day, Date.parse(now)],
}
const personOf = personIn(data)
const within = data.events.filter(({ timestamp }) => {
  const at = Date.parse(timestamp)
  return at >= span[0] && at < span[1]
})
const buyers: Tree = { did: { event: 'buy' } }
const runs = propertyRuns(12)

const topic = await openTopics(t, (t, store) => testService(t, { store }))

await topic(`a tree holds for the rows it means (PROPERTY_SEED=${seed})`, now, async (t, fixture) => {
  await fixture.send(lines)
  const { meets } = naiveTree(data, spans, span)
  for (const tree of trees(seed, runs, Object.keys(spans))) {
    const filter = JSON.stringify(tree)
    const expected = within.filter((event) => meets(tree, event))
    t.equal(await fixture.total('events', { range, filter }), expected.length, filter)
    const asked = { range, filter, granularity: 'yearly' }
    t.equal(await fixture.total('dau', asked), new Set(expected.map(personOf)).size, `persons: ${filter}`)
  }
})

await topic(`a tree equals its disjunctive form (PROPERTY_SEED=${seed})`, now, async (t, fixture) => {
  await fixture.send(lines)
  let compared = 0
  for (const tree of trees(seed + 1, runs, null)) {
    const terms = disjunctive(tree)
    if (terms.flat().length > 100) continue
    const form: Tree = { or: terms.map((and) => ({ and })) }
    const query = { range, breakdown: 'country' }
    const [given, split] = await Promise.all(
      [tree, form].map((one) => fixture.points('events', { ...query, filter: JSON.stringify(one) })),
    )
    t.strictSame(given, split, JSON.stringify(tree))
    compared++
  }
  t.ok(compared > runs / 2)
})

await topic(
  `an audience has the persons that its tree means (PROPERTY_SEED=${seed})`,
  now,
  async (t, fixture) => {
    await fixture.send(lines)
    const until = Date.parse(now) + 1
    const past = Object.entries(spans).map(
      ([name, [start, end]]) => [name, [start, Math.min(end, until)]] as const,
    )
    const { meetsPerson } = naiveTree(data, Object.fromEntries([...past, [range, span]]), [0, until])
    const events = data.events.filter(({ timestamp }) => Date.parse(timestamp) < until)
    const persons = [...new Set(events.map(personOf))]
    for (const tree of trees(seed + 2, runs, Object.keys(spans))) {
      const expected = persons.filter((person) => meetsPerson(tree, person)).length
      t.equal(await countUnsaved(fixture, { filter: tree }), expected, JSON.stringify(tree))
      const bought = persons.filter(
        (person) => meetsPerson(tree, person) && meetsPerson(buyers, person),
      ).length
      const both = { filter: tree, events: [{ event: 'buy', days: 400 }] }
      t.equal(await countUnsaved(fixture, both), bought, `and bought: ${JSON.stringify(tree)}`)
    }
  },
)

await topic('what a person did equals the audience of it', now, async (t, fixture) => {
  await fixture.send(lines)
  for (const [event, times] of [
    ['buy', 1],
    ['open', 3],
    ['nothing', 1],
  ] as const)
    for (const negate of [false, true]) {
      const audience = await save(fixture, { events: [{ event, days: 6, min_count: times, negate }] })
      const did = { did: { event, count: { operator: 'gte', value: times }, within: '144h' } }
      const filter = JSON.stringify(negate ? { not: did } : did)
      for (const metric of ['events', 'dau', 'wau', 'sessions'])
        t.strictSame(
          await fixture.points(metric, { range, filter, breakdown: 'plan' }),
          await fixture.points(metric, { range, audience: audience.id, breakdown: 'plan' }),
          `${metric}: ${filter}`,
        )
    }
})

await topic('an audience in a body is the same as a saved one', now, async (t, fixture) => {
  // Whatever is drawn, someone is not in the audience.
  const timestamp = new Date(span[0] + 1).toISOString()
  const outsider = { device_id: 'outsider', message_id: 'outsider', properties: { plan: 'free' } }
  await fixture.send([...lines, { event: 'open', timestamp, ...outsider }])
  const definition = { filter: { or: [buyers, { field: 'trait:tier', operator: 'eq', value: 'gold' }] } }
  const { id } = await save(fixture, definition)
  const post = (path: string, body: object) =>
    fixture.service.call('POST', `/api/v1/${path}`, { workspace: fixture.id, body })
  const steps = [{ event: 'open' }, { event: 'buy' }]
  for (const [path, body] of [
    ['funnels', { steps, range }],
    ['retention', { range, granularity: 'daily' }],
    ['metrics/formula', { series: [{ metric: 'dau' }, { metric: 'events' }], formula: 'B / A', range }],
    [
      'metrics/explain-change',
      { metric: 'dau', before: '2024-10-01,2024-10-02', after: range, fields: ['plan'] },
    ],
    [
      'metrics/grouped',
      { group_by: 'plan', size: { type: 'count' }, intensity: { type: 'unique_actors' }, range },
    ],
  ] as const) {
    const [inline, saved, all] = await Promise.all([
      post(path, { ...body, audience: { definition } }),
      post(path, { ...body, audience_id: id }),
      post(path, body),
    ])
    t.equal(inline.status, 200, JSON.stringify(inline.body))
    t.strictSame(inline.body, saved.body, path)
    t.notSame(inline.body, all.body, `${path}: the data has others`)
  }
  for (const [more, place] of [
    [{ audience: {} }, '/audience/definition'],
    [{ audience: { definition: { filtres: [] } } }, '/audience/definition/filtres'],
    [{ audience: { definition: { filter: { or: [] } } } }, '/audience/definition.filter.or'],
    [{ audience: { definition }, audience_id: id }, '/audience'],
  ] as const) {
    const { status, body } = await post('funnels', { steps, range, ...more })
    t.equal(status, 422)
    t.equal(body.details?.[0]?.path, place)
  }
})
