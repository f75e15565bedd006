import t, { type Test } from 'tap'
import { ServiceError, type AnalyticsStore, type SqlReader } from '../../contract/index.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import type { Called } from '../../test/support/request.js'
import { testService, type TestServiceOptions } from '../../test/support/service.js'

const path = '/api/v1/data/query'
const columns = [{ name: 'n', data_type: 'UInt8' }]

/** A reader that notes what was run and what was only checked. */
function notingReader(noted: string[]): SqlReader {
  return {
    formats: ['csv'],
    async query(_, text) {
      await Promise.resolve()
      noted.push(`run ${text}`)
      return { columns, rows: [[1]], truncated: false, elapsedMs: 1 }
    },
    async check(_, text) {
      await Promise.resolve()
      noted.push(`check ${text}`)
      if (text.startsWith('bad'))
        throw new ServiceError('VALIDATION_ERROR', 'unknown column', {
          details: [{ path: 'query', message: 'unknown column' }],
        })
      return columns
    },
    export: () => Promise.reject(new Error('not asked')),
  }
}

async function start(t: Test, options: TestServiceOptions = {}) {
  const noted: string[] = []
  const make = (): AnalyticsStore => ({ ...createMemoryStore(), sql: notingReader(noted) })
  const service = await testService(t, { store: { name: 'noting', make }, ...options })
  const { id: workspace } = await service.workspace()
  const call = (method: string, to: string, body?: object, more: object = {}): Promise<Called> =>
    service.call(method, `/api/v1${to}`, { workspace, ...(body === undefined ? {} : { body }), ...more })
  const member = async (role: string): Promise<string> => {
    const account = { email: `${role}@example.com`, password: 'a long password', role }
    await call('POST', '/admin/users', account)
    const login = { body: { email: account.email, password: account.password } }
    return String((await service.call('POST', '/api/v1/auth/login', login)).body.data.token)
  }
  const take = (): string[] => noted.splice(0)
  return { call, member, take, service, workspace }
}
const statement = (query: string, more: object = {}) => ({ path, body: { query, ...more } })

t.test('a statement is saved as a question, checked but not run, and answers as its route', async (t) => {
  const { call, take } = await start(t)
  const saved = await call('POST', '/questions', { name: 'Ones', question: statement('SELECT 1') })
  t.equal(saved.status, 201)
  t.match(saved.body.data, { asks: { key: 'sql', answer: 'query', unit: null, kind: null } })
  t.strictSame(take(), ['check SELECT 1'])
  const answer = await call('GET', `/questions/${String(saved.body.data.id)}/data`)
  t.match(answer.body, { columns, rows: [[1]], row_count: 1 })
  t.strictSame(take(), ['run SELECT 1'])
  const refused: readonly (readonly [object, object])[] = [
    [statement('bad'), { message: 'unknown column' }],
    [statement('SELECT 1', { format: 'csv' }), { details: [{ path: '/format' }] }],
    [statement('SELECT 1', { limit: 10_001 }), { details: [{ path: '/limit' }] }],
    [statement(''), { error: 'VALIDATION_ERROR' }],
    [{ ...statement('SELECT 1'), query: 'a=b' }, { message: /must have a query or a body, not both/ }],
  ]
  for (const [question, expected] of refused) {
    const { status, body } = await call('POST', '/questions', { name: 'No', question })
    t.equal(status, 422, JSON.stringify(question))
    t.match(body, expected)
  }
  const withRange = await call('GET', `/questions/${String(saved.body.data.id)}/data?range=7d`)
  t.match(withRange, { status: 422, body: { message: /range is not a parameter/ } })
})

t.test('the list of questions by path', async (t) => {
  const { call } = await start(t)
  await call('POST', '/questions', { name: 'SQL', question: statement('SELECT 1') })
  await call('POST', '/questions', { name: 'DAU', question: { path: '/api/v1/metrics/dau' } })
  const named = async (query: string): Promise<unknown> => {
    const { body } = await call('GET', `/questions?${query}`)
    return body.data.questions.map(({ name }: { readonly name: string }) => name)
  }
  t.strictSame(await named(`path=${path}`), ['SQL'])
  t.strictSame(await named('limit=10'), ['DAU', 'SQL'])
  t.strictSame(await named('path=/api/v1/other'), [])
})

t.test('a tile runs its statement with the rights of the reader', async (t) => {
  const { call, member } = await start(t, {
    environment: { SQL_MIN_ROLE: 'editor', ADMIN_SETS_PASSWORDS: 'true' },
  })
  const board = await call('POST', '/boards', { name: 'Numbers' })
  const at = `/boards/${String(board.body.data.id)}`
  const tile = { title: 'Ones', chart: 'table', question: statement('SELECT 1') }
  const made = await call('POST', `${at}/tiles`, tile)
  t.equal(made.status, 201)
  const data = `${at}/tiles/${String(made.body.data.id)}/data`
  t.equal((await call('GET', data)).status, 200)
  const [viewer, editor] = [await member('viewer'), await member('editor')]
  t.equal((await call('GET', data, undefined, { token: editor })).status, 200)
  t.match(await call('GET', data, undefined, { token: viewer }), {
    status: 403,
    body: { message: /requires the role editor \(SQL_MIN_ROLE\)/ },
  })
})

t.test('a public link never shows a statement', async (t) => {
  const { call, take, service } = await start(t)
  const board = await call('POST', '/boards', { name: 'Numbers' })
  const at = `/boards/${String(board.body.data.id)}`
  const tile = { title: 'Ones', chart: 'table', question: statement('SELECT 1 AS secret') }
  const made = await call('POST', `${at}/tiles`, tile)
  const link = await call('POST', `${at}/links`, {})
  const open = `/api/v1/public/boards/${String(link.body.data.token)}`
  take()
  const shown = await service.call('GET', open, { token: null })
  t.equal(shown.status, 200)
  t.notMatch(JSON.stringify(shown.body), /secret/)
  const data = await service.call('GET', `${open}/tiles/${String(made.body.data.id)}/data`, { token: null })
  t.ok([403, 404, 422].includes(data.status), String(data.status))
  t.strictSame(take(), [], 'nothing was run')
})

t.test('saved statements use up the rate limit of SQL', async (t) => {
  const { call } = await start(t, { environment: { SQL_RATE_LIMIT: '3' } })
  const saved = await call('POST', '/questions', { name: 'Ones', question: statement('SELECT 1') })
  const statuses: number[] = []
  for (let n = 0; n < 3; n++)
    statuses.push((await call('GET', `/questions/${String(saved.body.data.id)}/data`)).status)
  t.strictSame(statuses, [200, 200, 429], 'the check was the first')
  t.equal((await call('POST', '/data/query', { query: 'SELECT 1' })).status, 429, 'of one group')
})

t.test('explaining a statement does not run it', async (t) => {
  const { call, take } = await start(t)
  const answer = await call('POST', '/metrics/explain', statement('SELECT 1'))
  t.match(answer, { status: 422, body: { message: 'this query has no plan to explain' } })
  t.strictSame(take(), [])
})

t.test('a storage without SQL saves no statements', async (t) => {
  const service = await testService(t)
  const { id: workspace } = await service.workspace()
  const body = { name: 'Ones', question: statement('SELECT 1') }
  t.match(await service.call('POST', '/api/v1/questions', { workspace, body }), {
    status: 422,
    body: { message: 'this storage has no SQL' },
  })
})
