import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { benchEngines, median } from './engine.js'
import type { Used } from './ingest-server.js'
import { cpuOf } from './processor-time.js'
import { eventMaker, type SentEvent } from './sent-event.js'

/**
 * npm run bench:ingest -- [rounds] [minutes]: POST /v1/events with batches of 1,000 events as JSON Lines, end to end,
 * against the same rows inserted by @clickhouse/client straight into a table of the same shape, in turns, with the same
 * number of requests in flight. Then minutes of load at the limit: memory and the event loop's delay.
 */
const rounds = Number(process.argv[2] ?? 8)
const minutes = Number(process.argv[3] ?? 1)
const batchRows = 1_000
const batchesOfRound = 40
const lanes = 8

const { client, clickhouse, postgres, store, stop } = await benchEngines()
const where = [clickhouse, postgres].map(({ url, user, password, database }) =>
  JSON.stringify({ url, user, password, database }),
)
const server = fork(new URL('./ingest-server.js', import.meta.url), where)
const agent = new Agent({ keepAlive: true })

async function told<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, 'message')) as [T]
  return message
}
const used = async (): Promise<Used> => {
  server.send('used')
  return told<Used>(server)
}

let made = 0
const event = eventMaker()

/** The row that ingestion makes of the event, as the table takes it. */
const row = (one: SentEvent) => ({
  timestamp: Date.parse(one.timestamp),
  event_name: one.event,
  device_id: one.device_id,
  session_id: one.session_id,
  user_id: one.user_id ?? '',
  ...one.context,
  properties: one.properties,
  seq: made++,
  message: BigInt(`0x${one.message_id.slice(0, 8)}${one.message_id.slice(24, 32)}`).toString(),
})

function post(url: string, key: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { agent, method: 'POST', headers: { authorization: `Bearer ${key}` } }
    request(url, options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', reject)
      .end(body)
  })
}

/** Rows per second. */
async function inLanes<B>(batches: readonly B[], work: (batch: B) => Promise<void>): Promise<number> {
  const queue = batches.values()
  const start = performance.now()
  const lane = async (): Promise<void> => {
    for (const batch of queue) await work(batch)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return (batches.length * batchRows) / ((performance.now() - start) / 1000)
}

/** Waits for merges, so that neither way pays for the other's inserts. */
async function settled(): Promise<void> {
  for (let times = 0; times < 300; times++) {
    const query = 'SELECT count() FROM system.merges'
    const [[merges] = []] = await (
      await client.query({ query, format: 'JSONCompactEachRow' })
    ).json<string[]>()
    if (Number(merges) === 0) return
    await pause(100)
  }
}

const batch = (): readonly SentEvent[] => Array.from({ length: batchRows }, event)
const whole = (n: number): string => Math.round(n).toLocaleString('en')

try {
  const { port } = await told<{ port: number }>(server)
  const base = `http://127.0.0.1:${port}`
  const call = async (path: string, body: object, token = ''): Promise<Record<string, string>> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(`${base}/api/v1/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return ((await answer.json()) as { data: Record<string, string> }).data
  }
  const admin = { email: 'bench@example.com', password: 'a bench password' }
  const { token } = await call('auth/login', admin)
  const { id } = await call('user/workspaces', { name: 'Bench', slug: 'bench' }, token)
  const wanted = { workspace_id: id, name: 'bench', kind: 'ingest' }
  const { key = '' } = await call('admin/workspace/keys', wanted, token)
  await store.createWorkspace({ id: 'ws_straight', number: 1_000_000 })

  const send = async (body: string): Promise<void> => {
    const status = await post(`${base}/v1/events`, key, body)
    if (status !== 202) throw new Error(`answered ${status}`)
  }
  const insert = async (values: readonly object[]): Promise<void> => {
    await client.insert({ table: 'w1000000.events_v1', values, format: 'JSONEachRow' })
  }
  const rates: { http: number; straight: number }[] = []
  let serviceCpu = 0
  let engineCpu = 0
  let straightCpu = 0
  for (let round = -1; round < rounds; round++) {
    const batches = Array.from({ length: batchesOfRound }, batch)
    const rows = batches.map((events) => events.map(row))
    const bodies = batches.map((events) => events.map((one) => JSON.stringify(one)).join('\n'))
    await settled()
    const start = [cpuOf(process.pid), cpuOf(clickhouse.pid)] as const
    const straight = await inLanes(rows, insert)
    const clientCpu = cpuOf(process.pid) - start[0]
    const straightEngine = cpuOf(clickhouse.pid) - start[1]
    await settled()
    const before = [(await used()).cpuSeconds, cpuOf(clickhouse.pid)] as const
    const http = await inLanes(bodies, send)
    if (round < 0) continue
    serviceCpu += (await used()).cpuSeconds - before[0]
    engineCpu += cpuOf(clickhouse.pid) - before[1]
    straightCpu += clientCpu + straightEngine
    rates.push({ http, straight })
  }
  const sent = rounds * batchesOfRound * batchRows
  const counted = await client.query({
    query: 'SELECT (SELECT count() FROM w1.events_v1), (SELECT count() FROM w1000000.events_v1)',
    format: 'JSONCompactEachRow',
  })
  const [[ours, theirs] = []] = await counted.json<readonly string[]>()
  if (ours !== theirs) throw new Error(`${ours} rows by HTTP, ${theirs} straight`)
  const ratios = rates.map(({ http, straight }) => http / straight)
  console.log(
    `HTTP ${whole(median(rates.map(({ http }) => http)))} rows/s, @clickhouse/client straight ` +
      `${whole(median(rates.map(({ straight }) => straight)))} rows/s, ${lanes} requests at a time: ` +
      `${(100 * median(ratios)).toFixed(0)} % (median of ${rounds}, ${ratios.map((one) => (100 * one).toFixed(0)).join(' ')})`,
  )
  console.log(
    `rows per second of a core: ${whole(sent / serviceCpu)} in the service, ${whole(sent / (serviceCpu + engineCpu))} with the engine; ` +
      `straight ${whole(sent / straightCpu)} in the client and the engine (HTTP is ${((100 * straightCpu) / (serviceCpu + engineCpu)).toFixed(0)} % of it)`,
  )

  const residents: number[] = []
  const delays: number[] = []
  let rows = 0
  const end = performance.now() + minutes * 60_000
  await used()
  const load = async (): Promise<void> => {
    while (performance.now() < end) {
      const body = batch()
        .map((one) => JSON.stringify(one))
        .join('\n')
      await send(body)
      rows += batchRows
    }
  }
  const watch = setInterval(() => {
    void used().then(({ residentBytes, delayP99 }) => {
      residents.push(residentBytes / 2 ** 20)
      delays.push(delayP99)
    })
  }, 1_000)
  await Promise.all(Array.from({ length: lanes }, load))
  clearInterval(watch)
  const third = Math.floor(residents.length / 3)
  const parts = [0, 1, 2].map((n) => whole(median(residents.slice(n * third, (n + 1) * third))))
  console.log(
    `${minutes} min of load: ${whole(rows / (minutes * 60))} rows/s, ${parts.join(', ')} MB resident (medians of its thirds), ` +
      `event loop delay p99 ${median(delays).toFixed(1)} ms (median of seconds), worst second ${Math.max(...delays).toFixed(1)} ms`,
  )
} finally {
  agent.destroy()
  server.send('end')
  await once(server, 'exit')
  await store.close()
  await stop()
}
