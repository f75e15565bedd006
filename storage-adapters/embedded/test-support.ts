// Helpers of this folder's tests; not part of the program.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import pg from 'pg'
import type { EngineLog, RunningEngine } from './engine.js'

export const isRoot = process.getuid?.() === 0
export const isLinux = process.platform === 'linux'
export const needsRoot = isRoot && isLinux ? false : 'only root can give rights away'
export const needsProc = isLinux ? false : 'looks into /proc'

export const messages: string[] = []
const note = (fields: object, message: string) => void messages.push(`${message} ${JSON.stringify(fields)}`)
export const log: EngineLog = { info: note, warn: note, error: note }

/** Creates a folder that other users may pass through; it is removed after the test. */
export function folder(test: { teardown(f: () => void): void }): string {
  const path = mkdtempSync(join(tmpdir(), 'sextant-embedded-'))
  chmodSync(path, 0o711)
  test.teardown(() => {
    rmSync(path, { recursive: true, force: true })
  })
  return path
}

export { eventually } from '../../test/support/eventually.js'

/** Runs a statement on an engine and returns its rows. */
export async function sql<Row>(engine: RunningEngine, text: string): Promise<Row[]> {
  const { url, user: username, password, database } = engine
  if (url.startsWith('postgres:')) {
    const { hostname: host, port } = new URL(url)
    const client = new pg.Client({ host, port: Number(port), user: username, password, database })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(text)).rows as Row[]
    } finally {
      await client.end()
    }
  }
  const off = { level: ClickHouseLogLevel.OFF }
  const client = createClient({ url, username, password, database, log: off, keep_alive: { enabled: false } })
  try {
    if (/^(CREATE|INSERT|SYSTEM|DROP|ALTER|OPTIMIZE|KILL)/.test(text)) {
      await client.command({ query: text })
      return []
    }
    return await (await client.query({ query: text, format: 'JSONEachRow' })).json<Row>()
  } finally {
    await client.close()
  }
}

export const count = async (engine: RunningEngine) =>
  Number((await sql<{ n: string }>(engine, 'SELECT count(*) AS n FROM kept'))[0]?.n)

export const status = (pid: number, task = pid) => readFileSync(`/proc/${pid}/task/${task}/status`, 'utf8')
export const userOf = (pid: number) => Number(/Uid:\t(\d+)/.exec(status(pid))?.[1])
export const parentOf = (pid: number) => Number(/PPid:\t(\d+)/.exec(status(pid))?.[1])
export const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

export const accepts = (engine: RunningEngine) => sql(engine, 'SELECT 1').then(() => true)

/** Whether a process listens on the engine's port, found by trying to listen there. */
export async function isListening(engine: RunningEngine): Promise<boolean> {
  const server = createServer().listen(Number(new URL(engine.url).port), '127.0.0.1')
  const free = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.close()
  return !free
}

/** Starts a separate program that starts both engines in `directory`; returns its process and the engines. */
export async function program(directory: string, module = new URL('./index.js', import.meta.url).href) {
  const source = `
    import { startClickHouse, startPostgres } from ${JSON.stringify(module)}
    const log = { info() {}, warn() {}, error() {} }
    const engines = await Promise.all([
      startClickHouse({ directory: ${JSON.stringify(join(directory, 'c'))}, log }),
      startPostgres({ directory: ${JSON.stringify(join(directory, 'p'))}, log }),
    ])
    console.log(JSON.stringify(engines.map(({ url, user, password, database, version, pid }) =>
      ({ url, user, password, database, version, pid }))))
    process.stdin.on('end', async () => { for (const each of engines) await each.stop() }).resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {},
  })
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('the program ended'))),
  ])) as [string]
  return { child, engines: JSON.parse(line) as [RunningEngine, RunningEngine] }
}
