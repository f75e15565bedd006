import t, { type Test } from 'tap'
import {
  checkParameters,
  type AnalyticsStore,
  type SqlParameters,
  type SqlReader,
} from '../../contract/index.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import type { Called } from '../../test/support/request.js'
import { testService } from '../../test/support/service.js'

const path = '/api/v1/data/query'
const placeholders = [
  { name: 'country', type: 'String' },
  { name: 'ids', type: 'Array(Int64)' },
]

/** A reader whose statements have the parameters above, and whose answer is their values. */
function fakeReader(noted: (SqlParameters | undefined)[], takes: boolean): SqlReader {
  const answer = async (given: SqlParameters | undefined) => {
    await Promise.resolve()
    noted.push(given)
    const parameters = given === undefined ? [] : checkParameters(placeholders, given)
    return {
      columns: parameters.map(({ name }) => ({ name, data_type: 'String' })),
      rows: [parameters.map(({ value }) => [value].flat())],
      truncated: false,
      elapsedMs: 1,
    }
  }
  return {
    formats: ['csv'],
    ...(takes ? { takesParameters: true } : {}),
    query: (_workspace, _text, _budget, _signal, given) => answer(given),
    check: async (_workspace, _text, _budget, _signal, given) => (await answer(given)).columns,
    async export(_workspace, _text, _format, _budget, _signal, given) {
      const { rows } = await answer(given)
      return (async function* () {
        yield await Promise.resolve(Buffer.from(JSON.stringify(rows)))
      })()
    },
  }
}

async function start(test: Test, takes = true) {
  const noted: (SqlParameters | undefined)[] = []
  const make = (): AnalyticsStore => ({ ...createMemoryStore(), sql: fakeReader(noted, takes) })
  const service = await testService(test, { store: { name: 'fake', make } })
  const { id: workspace } = await service.workspace()
  const call = (method: string, to: string, body?: object): Promise<Called> =>
    service.call(method, `/api/v1${to}`, { workspace, ...(body === undefined ? {} : { body }) })
  return { call, noted }
}

const saved = { country: 'DE', ids: [1, 2] }
const question = { path, body: { query: 'SELECT …', parameters: saved } }
const instead = (values: unknown): string => `parameters=${encodeURIComponent(JSON.stringify(values))}`

t.test('the values of a request reach the storage, for rows and for files', async (t) => {
  const { call, noted } = await start(t)
  t.match(await call('POST', '/data/query', { query: 'a', parameters: saved }), {
    status: 200,
    body: { rows: [[['DE'], ['1', '2']]] },
  })
  t.strictSame(noted.splice(0), [saved])
  t.equal((await call('POST', '/data/query', { query: 'a', parameters: saved, format: 'csv' })).status, 200)
  await call('POST', '/data/query', { query: 'a' })
  await call('POST', '/data/query', { query: 'a', parameters: {} })
  t.strictSame(noted, [saved, undefined, undefined], 'no parameters are none')
  for (const [parameters, place] of [
    [{ ...saved, country: 1 }, '/parameters/country'],
    [{ ...saved, ids: ['x'] }, '/parameters/ids'],
    [{ country: 'DE' }, '/parameters/ids'],
    [{ ...saved, other: 1 }, '/parameters/other'],
    [{ ...saved, country: null }, '/parameters/country'],
    [{ ...saved, country: { a: 1 } }, '/parameters/country'],
    ['DE', '/parameters'],
    [['DE'], '/parameters'],
  ] as const) {
    const { status, body } = await call('POST', '/data/query', { query: 'a', parameters })
    t.match([status, body], [422, { details: [{ path: place }] }], JSON.stringify(parameters))
  }
})

t.test('saved values are the defaults, which a question and a tile replace', async (t) => {
  const { call, noted } = await start(t)
  const bad = { ...question, body: { ...question.body, parameters: { country: 'DE' } } }
  t.match(await call('POST', '/questions', { name: 'Bad', question: bad }), {
    status: 422,
    body: { details: [{ path: '/question/parameters/ids' }] },
  })
  const made = await call('POST', '/questions', { name: 'By country', question })
  t.equal(made.status, 201)
  t.strictSame(made.body.data.question, question)
  const board = await call('POST', '/boards', { name: 'Numbers' })
  const tiles = `/boards/${String(board.body.data.id)}/tiles`
  const tile = await call('POST', tiles, {
    title: 'By country',
    chart: 'table',
    question_id: made.body.data.id,
  })
  noted.length = 0
  for (const at of [
    `/questions/${String(made.body.data.id)}/data`,
    `${tiles}/${String(tile.body.data.id)}/data`,
  ]) {
    t.equal((await call('GET', at)).status, 200)
    t.match(await call('GET', `${at}?${instead({ country: 'FR' })}`), {
      status: 200,
      body: { rows: [[['FR'], ['1', '2']]] },
    })
    t.strictSame(noted.splice(0), [saved, { ...saved, country: 'FR' }], at)
    t.match(await call('GET', `${at}?${instead({ other: 1 })}`), {
      status: 422,
      body: { details: [{ path: '/parameters/other' }] },
    })
    noted.length = 0
    for (const text of ['[]', '1', '"a"', 'null', '{', 'x'])
      t.match(await call('GET', `${at}?parameters=${encodeURIComponent(text)}`), {
        status: 422,
        body: { message: 'parameters must be a JSON object' },
      })
  }
  const other = await call('POST', '/questions', { name: 'DAU', question: { path: '/api/v1/metrics/dau' } })
  t.match(await call('GET', `/questions/${String(other.body.data.id)}/data?${instead({})}`), {
    status: 422,
    body: { message: 'parameters is not a parameter of this question' },
  })
})

t.test('a storage whose statements take none says so', async (t) => {
  const { call, noted } = await start(t, false)
  t.match(await call('POST', '/data/query', { query: 'a', parameters: saved }), {
    status: 422,
    body: { message: 'statements of this storage take no parameters', details: [{ path: '/parameters' }] },
  })
  t.equal((await call('POST', '/data/query', { query: 'a', parameters: {} })).status, 200)
  t.strictSame(noted, [undefined])
})
