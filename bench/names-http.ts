import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { benchEngines, median } from './engine.js'
import type { Used } from './ingest-server.js'
import { namedProperties } from './named-properties.js'
import { cpuOf, cpuOfFamily } from './processor-time.js'

/**
 * npm run bench:names-http -- [events of a round] [rounds] [shapes]: the cost of storing events of many property names as a
 * client sends them, JSON Lines over HTTP. A shape is `names/properties per event`. Rounds take turns; each shape has a
 * workspace of its own. Prints microseconds of processor time an event of service, engine and record database (which keeps
 * the catalogue of names), with the merges that follow, and ratios to the first shape.
 */
const events = Number(process.argv[2] ?? 200_000)
const rounds = Number(process.argv[3] ?? 5)
const shapes = (process.argv[4] ?? '20/20,400/20')
  .split(',')
  .map((shape) => shape.split('/').map(Number) as [number, number])
const batchRows = 1_000
const lanes = 4

interface Spent {
  readonly service: number
  readonly insert: number
  /** The engine's, merges included. */
  readonly engine: number
  readonly records: number
}

const { client, clickhouse, postgres, stop } = await benchEngines()
const where = [clickhouse, postgres].map(({ url, user, password, database }) =>
  JSON.stringify({ url, user, password, database }),
)
const server = fork(new URL('./ingest-server.js', import.meta.url), where)
const agent = new Agent({ keepAlive: true })

async function told<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, 'message')) as [T]
  return message
}

async function spent(): Promise<Omit<Spent, 'insert'>> {
  server.send('used')
  const { cpuSeconds } = await told<Used>(server)
  return { service: cpuSeconds, engine: cpuOf(clickhouse.pid), records: cpuOfFamily(postgres.pid) }
}

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

/** Sends the body, and again after each 503, as clients do. */
async function send(url: string, key: string, body: string): Promise<void> {
  for (;;) {
    const status = await post(url, key, body)
    if (status === 202) return
    if (status !== 503) throw new Error(`answered ${status}`)
    await pause(2_000)
  }
}

/** Resolves when the engine has had nothing to merge for two seconds. */
async function merged(): Promise<void> {
  for (let still = 0; still < 4; still++) {
    await pause(500)
    const query = 'SELECT count() FROM system.merges'
    const result = await client.query({ query, format: 'JSONCompactEachRow' })
    const [[merges] = []] = await result.json<string[]>()
    if (Number(merges) > 0) still = -1
  }
}

const start = Date.UTC(2026, 0, 1)
const bodyFrom = (from: number, names: number, per: number): string =>
  Array.from({ length: batchRows }, (_, index) => {
    const n = from + index
    return JSON.stringify({
      event: 'view',
      device_id: `device ${n % 5_000}`,
      timestamp: new Date(start + n * 1_000).toISOString(),
      message_id: `message ${n}`,
      properties: namedProperties(n, names, per),
    })
  }).join('\n')

try {
  const { port } = await told<{ port: number }>(server)
  const base = `http://127.0.0.1:${port}`
  const call = async (path: string, body: object, token = ''): Promise<Record<string, string>> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    for (;;) {
      const options = { method: 'POST', headers, body: JSON.stringify(body) }
      const response = await fetch(`${base}/api/v1/${path}`, options)
      const answer = (await response.json()) as { data?: Record<string, string> }
      if (answer.data !== undefined) return answer.data
      if (response.status !== 503) throw new Error(`${path}: ${JSON.stringify(answer)}`)
      await pause(2_000)
    }
  }
  const { token } = await call('auth/login', { email: 'bench@example.com', password: 'a bench password' })
  const keys: string[] = []
  for (const [names, per] of shapes) {
    const name = `names-${names}-${per}`
    const { id } = await call('user/workspaces', { name, slug: name }, token)
    const { key = '' } = await call(
      'admin/workspace/keys',
      { workspace_id: id, name: 'bench', kind: 'ingest' },
      token,
    )
    keys.push(key)
  }

  async function measured(shape: number, round: number): Promise<Spent> {
    const [names, per] = shapes[shape] ?? [1, 1]
    const bodies = Array.from(
      { length: events / batchRows },
      (_, index) => (round + 1) * events + index * batchRows,
    ).values()
    await merged()
    const before = await spent()
    const lane = async (): Promise<void> => {
      for (const from of bodies)
        await send(`${base}/v1/events`, keys[shape] ?? '', bodyFrom(from, names, per))
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    const sent = await spent()
    await merged()
    const after = await spent()
    const each = (seconds: number): number => (seconds * 1e6) / events
    return {
      service: each(after.service - before.service),
      insert: each(sent.engine - before.engine),
      engine: each(after.engine - before.engine),
      records: each(after.records - before.records),
    }
  }

  const found = shapes.map(() => [] as Spent[])
  for (let round = -1; round < rounds; round++)
    for (const shape of shapes.keys()) {
      const one = await measured(shape, round)
      console.error(round, shapes[shape]?.join('/'), JSON.stringify(one))
      if (round >= 0) found[shape]?.push(one)
    }
  const all = ({ service, engine, records }: Spent): number => service + engine + records
  console.log(
    '| names | an event | service, µs | engine, µs | with its merges | records, µs | in all, µs | ratio (of rounds) |\n|---:|---:|---:|---:|---:|---:|---:|---:|',
  )
  for (const [at, [names, per]] of shapes.entries()) {
    const list = found[at] ?? []
    const of = (read: (one: Spent) => number): string => median(list.map(read)).toFixed(1)
    const ratios = list.map((one, round) => all(one) / all(found[0]?.[round] ?? one))
    const shown = ratios.map((ratio) => ratio.toFixed(2)).join(' ')
    const cells = [
      names,
      per,
      of(({ service }) => service),
      of(({ insert }) => insert),
      of(({ engine }) => engine),
    ]
    console.log(
      `| ${[...cells, of(({ records }) => records), of(all), `${median(ratios).toFixed(2)} (${shown})`].join(' | ')} |`,
    )
  }
} finally {
  agent.destroy()
  server.send('end')
  await once(server, 'exit')
  await stop()
}
