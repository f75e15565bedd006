import t from 'tap'
import {
  ServiceError,
  type AnalyticsStore,
  type SqlBudget,
  type SqlFormat,
  type SqlReader,
  type WorkspaceRef,
} from '../../contract/index.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { openCallers } from '../../test/http/callers.js'
import { type TestService, testService } from '../../test/support/service.js'
import { request, type Called, type CallOptions } from '../../test/support/request.js'

interface Asked {
  readonly workspace: WorkspaceRef
  readonly text: string
  readonly format: SqlFormat | null
  readonly budget: SqlBudget
  readonly signal: AbortSignal | undefined
}

/** A SQL reader that notes its calls; the text of the statement decides what it does. */
function fakeReader(asked: Asked[]): SqlReader {
  const act = (text: string): void => {
    if (text.startsWith('refuse'))
      throw new ServiceError('VALIDATION_ERROR', 'only SELECT is allowed', {
        details: [{ path: 'query', message: 'only SELECT is allowed' }],
      })
    if (text === 'slow') throw new ServiceError('TIMEOUT', 'The query took longer than its time budget.')
    if (text === 'busy') throw new ServiceError('RATE_LIMITED', 'too many are running', { retryAfter: 3 })
    if (text === 'fault') throw new Error('secret of the driver')
  }
  return {
    formats: ['csv', 'ndjson'],
    async query(workspace, text, budget, signal) {
      asked.push({ workspace, text, format: null, budget, signal })
      await Promise.resolve()
      act(text)
      if (text === 'wait') await new Promise((_, reject) => signal?.addEventListener('abort', reject))
      const columns = [
        { name: 'n', data_type: 'UInt8' },
        { name: 'n', data_type: 'String' },
      ]
      return {
        columns,
        rows: [
          [1, 'x'],
          [null, { a: [1] }],
        ],
        truncated: text === 'long',
        elapsedMs: 7,
      }
    },
    async export(workspace, text, format, budget, signal) {
      asked.push({ workspace, text, format, budget, signal })
      await Promise.resolve()
      act(text)
      return chunks(text, signal)
    },
  }
}

async function* chunks(text: string, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  await Promise.resolve()
  if (text === 'fails at once')
    throw new ServiceError('TIMEOUT', 'The query took longer than its time budget.')
  if (text === 'nothing') return
  const lines = text === 'endless' ? Infinity : 3
  for (let n = 0; n < lines; n++) {
    if (signal?.aborted === true) throw new Error('aborted')
    if (text === 'breaks' && n === 2) throw new Error('the engine died')
    yield Buffer.from(`${n},line\n`.repeat(text === 'short' ? 1 : 1_000))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const asked: Asked[] = []
const reader = fakeReader(asked)
const withReader = { name: 'fake', make: (): AnalyticsStore => ({ ...createMemoryStore(), sql: reader }) }
const service = await testService(t, { store: withReader, environment: { QUERY_TIMEOUT: '20' } })
const { id } = await service.workspace()
const path = '/api/v1/data/query'
const run = (body: object, more: CallOptions = {}, on: TestService = service): Promise<Called> =>
  on.call('POST', path, { workspace: id, body, ...more })
const last = (): Asked => {
  const [one] = asked.slice(-1)
  if (one === undefined) throw new Error('nothing was asked')
  return one
}

t.test('the answer', async (t) => {
  const { status, body } = await run({ query: 'one' })
  t.equal(status, 200)
  t.strictSame(body, {
    columns: [
      { name: 'n', data_type: 'UInt8' },
      { name: 'n', data_type: 'String' },
    ],
    rows: [
      [1, 'x'],
      [null, { a: [1] }],
    ],
    row_count: 2,
    execution_time_ms: 7,
  })
  t.equal(last().workspace.id, id)
  t.match(last().budget, { timeMs: 20_000, memoryBytes: 4_096_000_000, rows: 1_000, bytes: 50_000_000 })
  t.equal((await run({ query: 'long' })).body.truncated, true)
  t.strictSame((await run({ query: 'one', format: 'json' })).body, body)
})

t.test('limits are never clamped', async (t) => {
  for (const limit of [1, 10_000]) {
    await run({ query: 'one', limit })
    t.equal(last().budget.rows, limit)
  }
  for (const limit of [0, -1, 10_001, 1_000_001, 1.5, '5', null]) {
    const before = asked.length
    const { status, body } = await run({ query: 'one', limit })
    t.equal(status, 422)
    t.match(body, { error: 'VALIDATION_ERROR', details: [{ path: '/limit' }] }, String(limit))
    t.equal(asked.length, before)
  }
  t.match((await run({ query: 'one', limit: 10_001 })).body.message, /at most 10000/)
  for (const query of ['', undefined, 1, 'x'.repeat(65_537)]) t.equal((await run({ query })).status, 422)
})

t.test('files', async (t) => {
  service.setClock(Date.UTC(2026, 0, 31, 12, 5, 9, 7))
  const csv = await run({ query: 'three', format: 'csv' })
  service.setClock(null)
  t.equal(csv.status, 200)
  t.equal(csv.body.length, 3 * 1_000 * '0,line\n'.length)
  t.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8; header=present')
  t.equal(csv.headers.get('content-disposition'), 'attachment; filename="query-20260131T120509Z.csv"')
  t.equal(csv.headers.get('cache-control'), 'no-store')
  t.match(last(), { format: 'csv', budget: { rows: 1_000_000, bytes: 1_000_000_000 } })
  const ndjson = await run({ query: 'short', format: 'ndjson', limit: 1_000_000 })
  t.equal(ndjson.headers.get('content-type'), 'application/x-ndjson; charset=utf-8')
  t.equal(ndjson.body, '0,line\n1,line\n2,line\n')
  t.strictSame((await run({ query: 'nothing', format: 'csv' })).body, '')
  t.match((await run({ query: 'one', format: 'csv', limit: 1_000_001 })).body, {
    details: [{ path: '/limit' }],
  })
  t.match((await run({ query: 'one', format: 'parquet' })).body, {
    error: 'VALIDATION_ERROR',
    message: /it has json, csv, ndjson/,
    details: [{ path: '/format' }],
  })
  t.match((await run({ query: 'one', format: 'xlsx' })).body, { details: [{ path: '/format' }] })
})

t.test('errors', async (t) => {
  for (const format of ['json', 'csv']) {
    const answer = (query: string) => run({ query, format })
    t.match(await answer('refuse it'), {
      status: 422,
      body: { error: 'VALIDATION_ERROR', details: [{ path: '/query' }] },
    })
    t.match(await answer('slow'), { status: 504, body: { error: 'TIMEOUT' } })
    const busy = await answer('busy')
    t.match(busy, { status: 429, body: { error: 'RATE_LIMITED' } })
    t.equal(busy.headers.get('retry-after'), '3')
  }
  const early = await run({ query: 'fails at once', format: 'csv' })
  t.match(early, { status: 504, body: { error: 'TIMEOUT' } }, 'before the first byte it is an answer')
  t.match(early.headers.get('content-type'), /^application\/json/)
  t.equal(early.headers.get('content-disposition'), null)
  for (const encoding of ['gzip', 'identity'])
    await t.rejects(
      run({ query: 'breaks', format: 'csv' }, { headers: { 'accept-encoding': encoding } }),
      'afterwards the connection breaks, so that nobody takes the part for the whole',
    )
  t.equal((await run({ query: 'one' })).status, 200)
})

t.test('a client that disconnects', async (t) => {
  const json = { 'content-type': 'application/json', 'x-workspace-id': id }
  for (const body of [{ query: 'wait' }, { query: 'endless', format: 'csv' }]) {
    const controller = new AbortController()
    const before = asked.length
    const answer = fetch(service.base + path, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${service.token}` },
      body: JSON.stringify(body),
      signal: controller.signal,
    }).then((response) => response.text())
    while (asked.length === before) await new Promise((resolve) => setImmediate(resolve))
    const { signal } = last()
    if (signal === undefined) throw new Error('there is no signal')
    t.notOk(signal.aborted)
    const aborted = new Promise((resolve) => {
      signal.addEventListener('abort', resolve)
    })
    controller.abort()
    await t.rejects(answer)
    await aborted
    t.pass(body.query)
  }
})

t.test('how often', async (t) => {
  const limited = await testService(t, { store: withReader, environment: { SQL_RATE_LIMIT: '4' } })
  limited.setClock(Date.UTC(2026, 0, 1))
  const fixture = await openCallers(limited)
  t.teardown(() => fixture.close())
  const other = (await limited.workspace()).id
  const as = (token: string | null, workspace = fixture.workspace, body: object = { query: 'one' }) =>
    limited.call('POST', path, { token, workspace, body }).then(({ status }) => status)
  const viewer = await fixture.credentials.viewer()
  t.strictSame([await as(viewer), await as(viewer, fixture.workspace, { query: 1 })], [200, 422])
  const again = await fixture.credentials.viewer()
  t.strictSame(
    [await as(again), await as(again), await as(viewer)],
    [200, 200, 429],
    'of a user, not of a token',
  )
  const refused = await limited.call('POST', path, { token: viewer, workspace: fixture.workspace, body: {} })
  t.match(refused, { status: 429, body: { error: 'RATE_LIMITED' } })
  t.ok(Number(refused.headers.get('retry-after')) > 0 && Number(refused.headers.get('retry-after')) <= 60)
  const key = await fixture.credentials['query key']()
  const adminKey = await fixture.credentials['query key of an admin']()
  for (const token of [key, adminKey, await fixture.credentials.editor()])
    t.equal(await as(token), 200, 'another caller')
  for (let n = 0; n < 5; n++) t.equal(await as(limited.token, other), n < 4 ? 200 : 429)
  t.equal(await as(limited.token), 200, 'another workspace')
  for (let n = 0; n < 6; n++) t.equal(await as(await fixture.credentials['foreign member']()), 403)
  const sources = await limited.call('GET', '/api/v1/data/sources', {
    token: viewer,
    workspace: fixture.workspace,
  })
  t.equal(sources.status, 200, 'only of SQL')
})

for (const role of ['viewer', 'editor', 'admin'] as const)
  t.test(`SQL_MIN_ROLE=${role}`, async (t) => {
    const raised = await testService(t, { store: withReader, environment: { SQL_MIN_ROLE: role } })
    const fixture = await openCallers(raised)
    t.teardown(() => fixture.close())
    const callers = {
      viewer: 0,
      editor: 1,
      admin: 2,
      'viewer here, admin at large': 0,
      'admin here, viewer at large': 2,
      platform: 2,
      'query key': 0,
      'query key of an admin': 2,
    } as const
    for (const [caller, rank] of Object.entries(callers)) {
      const token = await fixture.credentials[caller as keyof typeof callers]()
      const options = { token, workspace: fixture.workspace }
      const allowed = rank >= ['viewer', 'editor', 'admin'].indexOf(role)
      const { status } = await raised.call('POST', path, { ...options, body: { query: 'one' } })
      t.equal(status, allowed ? 200 : 403, caller)
      const sources = await raised.call('GET', '/api/v1/data/sources', options)
      t.equal(sources.status, 200, `${caller} may see what there is`)
    }
  })

t.test('formulas are escaped in a csv only', async (t) => {
  t.match(await run({ query: 'one', escape_formulas: true }), {
    status: 422,
    body: { message: 'escape_formulas requires the format csv', details: [{ path: '/escape_formulas' }] },
  })
})

t.test('a storage without SQL says so', async (t) => {
  const plain = await testService(t)
  const { id: workspace } = await plain.workspace()
  for (const format of ['json', 'csv']) {
    const answer = await request(plain.base, 'POST', path, {
      token: plain.token,
      workspace,
      body: { query: 'one', format },
    })
    t.match(answer, { status: 422, body: { error: 'VALIDATION_ERROR', message: 'this storage has no SQL' } })
  }
})
