import t from 'tap'
import {
  ServiceError,
  type ExporterDefinition,
  type ExportRow,
  type Plugin,
  type SqlReader,
} from '../../contract/index.js'
import { runDemo, tokenOf, workspace } from '../../test/support/demo-service.js'
import { plugin } from '../../test/support/make-plugin.js'
import { loadPlugins } from '../../core/kernel/load-plugins.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { plugin as tsv } from '../../test/third-party/tsv/index.js'
import { explore } from './index.js'

async function* rowsOf(text: string): AsyncGenerator<ExportRow> {
  for (let n = 0; n < (text === 'endless' ? Infinity : 3); n++) {
    if (text === 'fails late' && n === 2) throw new ServiceError('TIMEOUT', 'too slow')
    yield [n, text === 'endless' ? 'x'.repeat(10_000) : 'a\tb']
  }
}
const columns = [
  { name: 'n', data_type: 'int' },
  { name: 'text', data_type: 'text' },
]
const unused = () => Promise.reject(new Error('not asked for'))
const reader: SqlReader = {
  formats: ['csv'],
  query: unused,
  export: unused,
  rows: async (_, text) => ({ columns, rows: rowsOf(text) }),
}

const format = (name: string, write: unknown): ExporterDefinition => ({
  name,
  summary: name,
  mediaType: `text/x-${name}`,
  extension: name,
  write: write as never,
})
async function* bytes(rows: AsyncIterable<ExportRow>): AsyncGenerator<Uint8Array> {
  for await (const row of rows) yield Buffer.from(JSON.stringify(row))
}
const acme = plugin('acme', (host) => {
  host.exporter(
    format('throws', () => {
      throw new Error('no pen')
    }),
  )
  host.exporter(
    format('lies', async function* (rows: AsyncIterable<ExportRow>) {
      for await (const row of rows) yield Buffer.from(JSON.stringify(row))
      yield 'text'
    }),
  )
  host.exporter(format('copies', bytes))
})

const start = async (sql: SqlReader) => {
  const running = await runDemo({
    analytics: { ...createMemoryStore(), sql },
    plugins: [explore, tsv, acme],
  })
  t.teardown(() => running.service.close({ drainMilliseconds: 100 }))
  const authorization = `Bearer ${await tokenOf('usr_viewer')}`
  const headers = {
    authorization,
    'content-type': 'application/json',
    'x-workspace-id': workspace.id,
    'accept-encoding': 'identity',
  }
  const ask = (body: object): Promise<Response> =>
    fetch(`${running.url}/api/v1/data/query`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { ...running, ask }
}
const service = await start(reader)

t.test("a plugin's format is offered by the route and in its description", async (t) => {
  const file = await service.ask({ query: 'three', format: 'tsv' })
  t.equal(file.status, 200)
  t.equal(file.headers.get('content-type'), 'text/tab-separated-values; charset=utf-8')
  t.match(file.headers.get('content-disposition'), /^attachment; filename="query-\d{8}T\d{6}Z\.tsv"$/)
  t.equal(await file.text(), 'n\ttext\n0\ta b\n1\ta b\n2\ta b\n')
  const openapi = (await (await fetch(`${service.url}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, { post: unknown }>
    components: { schemas: Record<string, unknown> }
  }
  const operation = JSON.stringify(openapi.paths['/api/v1/data/query']?.post)
  t.match(
    JSON.stringify(openapi.components.schemas['SqlQuery']),
    '"enum":["json","csv","ndjson","parquet","tsv","throws","lies","copies"]',
  )
  t.match(operation, '"text/tab-separated-values; charset=utf-8"')
  const unknown = await service.ask({ query: 'three', format: 'tvs' })
  t.match(await unknown.json(), { error: 'VALIDATION_ERROR', details: [{ path: '/format' }] })
  const native = await service.ask({ query: 'three', format: 'parquet' })
  t.match(await native.json(), { message: /parquet is not available .* it has json, csv, tsv, throws/ })
})

t.test('a storage that streams no rows offers its own formats alone', async (t) => {
  const { formats, query, export: exported } = reader
  const plain = await start({ formats, query, export: exported })
  t.match(await (await plain.ask({ query: 'three', format: 'tsv' })).json(), {
    error: 'VALIDATION_ERROR',
    message: 'format tsv is not available on this storage; it has json, csv',
  })
})

t.test('an exporter that fails is named in the log and harms no one', async (t) => {
  const early = await service.ask({ query: 'three', format: 'throws' })
  t.equal(early.status, 500)
  t.match(await early.json(), { error: 'INTERNAL' })
  t.notMatch(early.headers.get('content-disposition'), /attachment/)
  const late = await service
    .ask({ query: 'three', format: 'lies' })
    .then((answer) => answer.text())
    .catch(() => null)
  t.equal(late, null, 'the connection closes')
  const logged = service.lines.map(({ level, fields, message }) => ({
    level,
    message,
    problem: (fields['err'] as Error | undefined)?.message,
  }))
  t.ok(logged.some(({ problem }) => problem === 'plugin acme: exporter throws: no pen'))
  const midway = logged.filter(({ message }) => message === 'a streamed response failed midway')
  const problem = 'plugin acme: exporter lies: yielded something that is not bytes'
  t.match(midway, [{ level: 'warn', problem }])
  const broken = await service
    .ask({ query: 'fails late', format: 'tsv' })
    .then((one) => one.text())
    .catch(() => null)
  t.equal(broken, null)
  t.equal((await service.ask({ query: 'three', format: 'copies' })).status, 200)
})

t.test('a client that does not read holds the rows up', async (t) => {
  const response = await service.ask({ query: 'endless', format: 'copies' })
  const chunks = response.body!.getReader()
  t.notOk((await chunks.read()).done)
  await chunks.cancel()
  for (let n = 0; n < 4; n++)
    t.equal((await service.ask({ query: 'three', format: 'tsv' })).status, 200, 'its place is free again')
})

t.test('a contradictory format stops the start', (t) => {
  const rejects = (change: object, message: RegExp) => {
    const one: Plugin = plugin('acme', (host) => host.exporter({ ...format('one', bytes), ...change }))
    t.throws(() => loadPlugins([one]), { message })
  }
  rejects({ name: 'json' }, /plugin acme: exporter json: json is the answer/)
  rejects({ name: 'No' }, /must be kebab-case/)
  rejects({ mediaType: 'text' }, /mediaType must be like/)
  rejects({ mediaType: 'text/x\r\nSet-Cookie: a' }, /mediaType must be like/)
  rejects({ extension: '../x' }, /extension must be like csv/)
  rejects({ write: undefined }, /exactly one of native and write/)
  rejects({ native: 'csv' }, /exactly one of native and write/)
  rejects({ write: undefined, native: 'xlsx' }, /native must be one of csv, ndjson, parquet/)
  t.throws(() => loadPlugins([explore, plugin('acme', (host) => host.exporter(format('csv', bytes)))]), {
    message: /exporter csv: is already registered by explore/,
  })
  t.end()
})
