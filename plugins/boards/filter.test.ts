import t from 'tap'
import { eachStore, type TestService, testService } from '../../test/support/service.js'
import { store } from '../../test/support/send.js'
import { addTile, linkTo, metrics, newBoard } from './test-boards.js'

const range = '2024-01-01,2024-01-07'
const isPro = { field: 'plan', operator: 'eq', value: 'pro' }
const isVienna = { field: 'city', operator: 'eq', value: 'Vienna' }
const bought = { did: { event: 'b' } }
const tree = { or: [isPro, bought] }
const asText = (filter: unknown): string => encodeURIComponent(JSON.stringify(filter))

const steps = [{ event: 'a' }, { event: 'b' }]
/** Questions, each with what the same route answers over the rows that meet `filter` as well. */
const questions = [
  { path: `${metrics}/events`, query: `range=${range}` },
  { path: `${metrics}/dau`, query: `range=${range}&filter=${asText(isVienna)}` },
  { path: `${metrics}/dau`, query: `range=${range}&filter=${asText({ and: [isVienna, bought] })}` },
  {
    path: `${metrics}/events`,
    query: `range=${range}&conditions[0][field]=city&conditions[0][value]=Vienna`,
  },
  { path: `${metrics}/query`, query: `metric=event:a&range=${range}` },
  { path: '/api/v1/funnels', body: { steps, range } },
  { path: '/api/v1/funnels', body: { steps, range, filter: isVienna, filters: [isPro] } },
  { path: '/api/v1/retention', body: { range, granularity: 'daily', filter: isVienna } },
  {
    path: `${metrics}/formula`,
    body: { series: [{ metric: 'events', filter: isVienna }], formula: 'A', range },
  },
  {
    path: `${metrics}/grouped`,
    body: { group_by: 'plan', size: { type: 'count' }, intensity: { type: 'unique_actors' }, range },
  },
] as const

type Question = (typeof questions)[number]

/** The answer of the question's own route with the filter joined by hand; null joins none. */
async function direct(over: TestService, workspace: string, question: Question, filter: object | null) {
  if ('body' in question) {
    const own = 'filter' in question.body ? [question.body.filter] : []
    const body = filter === null ? question.body : { ...question.body, filter: { and: [...own, filter] } }
    return over.call('POST', question.path, { workspace, body })
  }
  const given = Object.fromEntries(new URLSearchParams(question.query))
  const own = given['filter'] === undefined ? [] : [JSON.parse(given['filter']) as object]
  const query = filter === null ? given : { ...given, filter: JSON.stringify({ and: [...own, filter] }) }
  return over.call('GET', question.path, { workspace, query })
}

await t.test('every tile counts the rows that meet the filter of its board, on every store', (t) =>
  eachStore(t, async (t, over) => {
    const { call, at, workspace, ingestKey } = await newBoard(over, { filter: tree })
    const lines = Array.from({ length: 40 }, (_, n) => ({
      event: n % 7 < 2 && n % 2 === 0 ? 'b' : 'a',
      device_id: `d${n % 7}`,
      timestamp: Date.parse('2024-01-01T00:00:00Z') + n * 3 * 3_600_000,
      properties: { plan: n % 3 ? 'free' : 'pro', city: n % 2 ? 'Vienna' : 'Graz' },
    }))
    await store(over, ingestKey, lines)
    t.strictSame((await call('GET', at)).body.data.filter, tree)
    const link = await linkTo(call, at)
    for (const question of questions) {
      const tile = await addTile(call, at, { question })
      const name = JSON.stringify(question)
      const expected = await direct(over, workspace, question, tree)
      t.equal(expected.status, 200, name)
      const shown = await call('GET', `${at}/tiles/${tile}/data`)
      t.strictSame([shown.status, shown.body], [200, expected.body], name)
      const shared = await over.call('GET', `${link}/tiles/${tile}/data`, { token: null })
      t.strictSame([shared.status, shared.body], [200, expected.body], `by a link: ${name}`)
      const instead = await call('GET', `${at}/tiles/${tile}/data?filter=${asText(isPro)}`)
      t.strictSame(instead.body, (await direct(over, workspace, question, isPro)).body, `another: ${name}`)
      const all = await call('GET', `${at}/tiles/${tile}/data?filter=null`)
      t.strictSame(all.body, (await direct(over, workspace, question, null)).body, `none: ${name}`)
    }
    // 40 events, of which every third is pro: worked by hand.
    const [first = ''] = (await call('GET', at)).body.data.tiles.map(({ id }: { id: string }) => id)
    const pro = await call('GET', `${at}/tiles/${first}/data?filter=${asText(isPro)}`)
    t.equal(pro.body.data.total, 14)
    t.notMatch(JSON.stringify((await over.call('GET', link, { token: null })).body), /plan|filter|pro"/)
    t.equal((await call('PUT', at, { filter: null })).body.data.filter, null)
    t.equal((await call('GET', `${at}/tiles/${first}/data`)).body.data.total, 40)
  }),
)

const service = await testService(t)

t.test('filters that are rejected', async (t) => {
  const { call, at } = await newBoard(service)
  const tile = await addTile(call, at, { question: { path: `${metrics}/events` } })
  for (const [filter, place] of [
    ['plan', /^\/filter/],
    [{}, /^\/filter/],
    [{ and: [] }, /^\/filter/],
    [{ and: [isPro, { field: 'plan', operator: 'near', value: 1 }] }, /^\/filter.and\[1\]/],
    [{ field: 'trait:', operator: 'is_set' }, /^\/filter/],
    [{ field: 'calc.none', operator: 'is_set' }, /^\/filter/],
    [{ or: [{ ...isPro, value: 'x'.repeat(7000) }] }, /^\/filter/],
  ] as const) {
    for (const [method, path, body] of [
      ['POST', '', { name: 'x', filter }],
      ['PUT', at, { filter }],
    ] as const) {
      const answer = await call(method, path, body)
      t.equal(answer.status, 422, JSON.stringify(filter).slice(0, 80))
      t.match(answer.body.details[0].path, place)
    }
    if (JSON.stringify(filter).length < 1000)
      t.equal((await call('GET', `${at}/tiles/${tile}/data?filter=${asText(filter)}`)).status, 422)
  }
  t.equal((await call('GET', `${at}/tiles/${tile}/data?filter=%7B`)).body.message, 'filter must be JSON')
  t.equal((await call('GET', at)).body.data.filter, null, 'and nothing has changed')
})

t.test('a question that cannot take the filter is not answered without it', async (t) => {
  const secret = { field: 'message.secret', operator: 'eq', value: 'hush' }
  const { call, at } = await newBoard(service, { filter: { and: [bought, secret] } })
  const tile = await addTile(call, at, { question: { path: `${metrics}/logs` } })
  const own = await call('GET', `${at}/tiles/${tile}/data`)
  t.equal(own.status, 422)
  t.match(own.body.message, /^the filter of the board does not fit this question: .*did/)
  const link = await linkTo(call, at)
  const shared = await service.call('GET', `${link}/tiles/${tile}/data`, { token: null })
  t.equal(shared.status, 422)
  t.equal(shared.body.message, 'the filter of the board does not fit this question')
  t.notMatch(JSON.stringify(shared.body), /secret|hush|did\b|event/, 'links say nothing of the filter')
  const asked = await service.call('GET', `${link}/tiles/${tile}/data`, {
    token: null,
    query: { filter: 'null' },
  })
  t.equal(asked.status, 422, 'and nobody takes it off')
})
