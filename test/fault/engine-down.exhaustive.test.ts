import t, { type Test } from 'tap'
import type { AnalyticsStore } from '../../contract/index.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { testEngines } from '../support/engines.js'
import { recordsUrl } from '../support/record-server.js'
import { silentLog } from '../support/silent-log.js'
import { relay } from '../support/relay.js'
import type { Called } from '../support/request.js'
import { testService } from '../support/service.js'

/** A server that goes down and comes back while clients send. */
async function down(
  t: Test,
  target: URL,
  make: (through: URL, recordsUrl: string) => AnalyticsStore,
  recordServer: (through: URL) => string,
): Promise<void> {
  const line = await relay(t, target)
  const through = new URL(target)
  through.hostname = '127.0.0.1'
  through.port = String(line.port)
  const service = await testService(t, {
    store: { name: 'through a line', make: (url) => make(through, url) },
    recordServer: recordServer(through),
  })
  t.capture(console, 'error', () => undefined)
  const { id, ingestKey: token } = await service.workspace()
  const send = (n: string): Promise<Called> => {
    const body = { event: 'e', device_id: 'd', message_id: n, properties: { n } }
    return service.call('POST', '/v1/events', { token, body })
  }
  const ids = Array.from({ length: 12 }, (_, n) => `m${n}`)
  const sendAll = () => Promise.all(ids.map(send))
  t.equal((await send('m0')).status, 202)

  line.stop()
  for (const { status, headers, body } of [...(await sendAll()), await send('m1')]) {
    t.equal(status, 503)
    t.ok(Number(headers.get('retry-after')) >= 1)
    t.strictSame(Object.keys(body), ['error', 'message'])
    t.notMatch(body.message, /ECONN|connect|127/)
  }
  await line.start()
  let answers = await sendAll()
  for (let times = 0; times < 50 && answers.some(({ status }) => status === 503); times++)
    answers = await sendAll()
  t.ok(
    answers.every(({ status }) => status === 202),
    'it recovers by itself',
  )

  // In the middle of the inserts.
  const cut = [sendAll(), sendAll()]
  line.stop()
  const statuses = new Set((await Promise.all(cut)).flat().map(({ status }) => status))
  t.ok(
    [...statuses].every((status) => status === 202 || status === 503),
    [...statuses].join(' '),
  )
  await line.start()
  let last = await sendAll()
  for (let times = 0; times < 50 && last.some(({ status }) => status === 503); times++) last = await sendAll()
  const total = await service.call('GET', '/api/v1/metrics/events', {
    workspace: id,
    query: { range: 'today' },
  })
  t.equal(total.body.data.total, ids.length, 'each once')
  await service.close()
}

const clickhouse = (url: string, { user = '', password = '' } = testEngines().clickhouse): AnalyticsStore =>
  createClickHouseStore({ connection: { url, user, password }, log: silentLog })

await t.test('ClickHouse goes away', (t) =>
  down(
    t,
    new URL(testEngines().clickhouse.url),
    (through) => clickhouse(through.href),
    () => recordsUrl(),
  ),
)

await t.test('the records go away', (t) =>
  down(
    t,
    new URL(recordsUrl()),
    () => clickhouse(testEngines().clickhouse.url),
    (through) => through.href,
  ),
)

await t.test('Postgres goes away, with everything in it', (t) =>
  down(
    t,
    new URL(recordsUrl()),
    (_, url) => createPostgresStore({ connection: { url }, log: silentLog }),
    (through) => through.href,
  ),
)
