import t, { type Test } from 'tap'
import { processesOver, type Processes } from '../../plugins/ingest/test-processes.js'
import { everyStore as stores } from '../support/every-store.js'

/**
 * Cached results must be indistinguishable except by cost: over every store, with two processes that write.
 */

const noon = Date.UTC(2026, 0, 31, 12)
const line = (device_id: string, more: object = {}) => ({
  event: 'open',
  device_id,
  timestamp: noon - 3_600_000,
  message_id: `${device_id}-1`,
  ...more,
})

/** The counts of the first process. */
async function answeredFrom({ first }: Processes): Promise<Readonly<Record<string, number>>> {
  const { body } = await first.call('GET', '/metrics')
  const found = String(body).matchAll(/sextant_plans_answered_total\{from="(\w+)"\} (\d+)/g)
  return Object.fromEntries([...found].map(([, from, count]) => [from, Number(count)]))
}

/** Fresh and cached responses have the right X-As-Of, and neither is returned to callers without access. */
async function asOf(t: Test, { first, setClock }: Processes): Promise<void> {
  const { id: workspace } = await first.workspace()
  const query = { range: '2026-01-01,2026-01-31' }
  for (const minute of [1, 2]) {
    setClock(noon + minute * 60_000)
    const answer = await first.call('GET', '/api/v1/metrics/events', { workspace, query })
    t.equal(answer.headers.get('x-as-of'), `2026-01-31T12:0${minute}:00.000Z`)
  }
  const unknown = await first.call('GET', '/api/v1/metrics/events', { workspace, query, token: null })
  t.match([unknown.status, unknown.headers.get('x-as-of')], [401, null])
  const list = await first.call('GET', '/api/v1/metrics', { workspace })
  t.match(
    [list.status, list.headers.get('x-as-of')],
    [200, null],
    'what is not made of the data is of no moment',
  )
  const sql = await first.call('POST', '/api/v1/data/query', { workspace, body: { query: 'SELECT 1' } })
  if (sql.status === 200) t.equal(sql.headers.get('x-as-of'), '2026-01-31T12:02:00.000Z')
  const fields = await first.call('GET', '/api/v1/data/sources/events/fields', { workspace })
  t.equal(fields.headers.get('x-as-of'), '2026-01-31T12:02:00.000Z')
}

async function holds(t: Test, processes: Processes): Promise<void> {
  const { send } = processes
  processes.setClock(noon)
  const dau = () => processes.total('dau', { range: '7d' })
  const cached = async (): Promise<number> => (await answeredFrom(processes))['cache'] ?? 0

  await send(0, [line('a'), line('b')])
  t.equal(await dau(), 2)
  const before = await cached()
  processes.setClock(noon + 60_000)
  t.equal(await dau(), 2)
  t.ok((await cached()) > before, 'asked again of the same data, it is not asked of the store')

  await send(0, [line('c')])
  t.equal(await dau(), 3, 'an event of its own process')
  await send(1, [line('d')])
  t.equal(await dau(), 4, 'an event of another process')
  await send(1, [line('c'), line('d')])
  t.equal(await dau(), 4, 'the same lines again')
  await send(1, [{ type: 'identify', device_id: 'a', user_id: 'ann', timestamp: noon - 3_000 }])
  await send(1, [{ type: 'identify', device_id: 'b', user_id: 'ann', timestamp: noon - 2_000 }])
  t.equal(await dau(), 3, 'links that arrive late')

  await asOf(t, processes)
  const another = await processes.elsewhere()
  another.setClock(noon + 60_000)
  t.equal(await another.total('dau', { range: '7d' }), 0, 'another workspace has answers of its own')
}

for (const store of stores) await t.test(store.name, async (t) => holds(t, await processesOver(t, store)))
