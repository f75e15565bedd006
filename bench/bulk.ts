import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { writeJsonLines, writeParquet } from './bulk-file.js'
import { benchEngines } from './engine.js'
import type { Used } from './ingest-server.js'
import { cpuOf, cpuOfEnded, cpuOfFamily } from './processor-time.js'

/**
 * npm run bench:bulk -- [events] [clickhouse,postgres] [parquet,jsonl] [sessions | none] [profile folder]: a file imported by
 * `sextant import` into a running service, and the processor time an event of importer, service and engines until the
 * import has ended, and of the engine's work afterwards (merges, vacuum and statistics). With `none` events name no session. With a folder, the importer
 * and the service leave a CPU profile there.
 */
const events = Number(process.argv[2] ?? 200_000)
const storages = (process.argv[3] ?? 'clickhouse,postgres').split(',')
const kinds = (process.argv[4] ?? 'parquet,jsonl').split(',')
const sessions = process.argv[5] !== 'none'
const profiles = process.argv[6]

const folder = mkdtempSync(join(tmpdir(), 'sextant-bulk-'))
const files = new Map<string, string>()
for (const kind of kinds) {
  const path = join(folder, `events.${kind}`)
  if (kind === 'parquet') writeParquet(path, events, sessions)
  else writeJsonLines(path, events, sessions)
  files.set(kind, path)
}
const profiling = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`]
const { client, clickhouse, postgres, store, stop } = await benchEngines()

/** The child's next message. Rejects if it ends first. */
function told<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`the service ended with ${code}`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message as T)
    })
  })
}

const engineCpu = (): number => cpuOf(clickhouse.pid) + cpuOfFamily(postgres.pid)

/** Waits until the engines do nothing: merges, and what Postgres does in the background. */
async function quietEngines(): Promise<void> {
  for (let quiet = 0, before = engineCpu(); quiet < 3;) {
    await pause(1_000)
    const now = engineCpu()
    const query = 'SELECT count() FROM system.merges'
    const [[merges] = []] = await (
      await client.query({ query, format: 'JSONCompactEachRow' })
    ).json<string[]>()
    quiet = Number(merges) === 0 && now - before < 0.2 ? quiet + 1 : 0
    before = now
  }
}

/** Processor time a second of engines that do nothing, which is none of the import's. */
async function idleCpu(): Promise<number> {
  const [start, before] = [performance.now(), engineCpu()]
  await pause(5_000)
  return (engineCpu() - before) / ((performance.now() - start) / 1000)
}

async function runImport(path: string, url: string, key: string): Promise<string> {
  const main = fileURLToPath(new URL('../app/cli/main.js', import.meta.url))
  const args = [...profiling, main, 'import', path, '--restart', '--url', url, '--key', key]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  let out = ''
  child.stdout.on('data', (text: Buffer) => (out += String(text)))
  await once(child, 'close')
  return out
}

const micros = (seconds: number): string => ((seconds * 1e6) / events).toFixed(1)

try {
  console.log(`${events} events, ${sessions ? 'with' : 'without'} sessions; processor time, µs an event`)
  console.log('| storage | file | importer | service | engine | in all | afterwards | events a second |')
  console.log('|---|---|---:|---:|---:|---:|---:|---:|')
  for (const storage of storages) {
    const [records, other] = [postgres, clickhouse].map(({ url, user, password, database }) =>
      JSON.stringify({ url, user, password, database }),
    )
    const analytics = storage === 'clickhouse' ? other : records
    const server = fork(
      new URL('./ingest-server.js', import.meta.url),
      [analytics ?? '', records ?? '', storage],
      { execArgv: profiling },
    )
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
    const used = async (): Promise<number> => {
      server.send('used')
      return (await told<Used>(server)).cpuSeconds
    }
    const { token } = await call('auth/login', { email: 'bench@example.com', password: 'a bench password' })
    for (const [kind, path] of files) {
      const slug = `${storage}-${kind}`
      const { id } = await call('user/workspaces', { name: slug, slug }, token)
      const { key = '' } = await call(
        'admin/workspace/keys',
        { workspace_id: id, name: 'b', kind: 'ingest' },
        token,
      )
      await quietEngines()
      const idle = await idleCpu()
      const before = { service: await used(), engine: engineCpu(), importer: cpuOfEnded(process.pid) }
      const start = performance.now()
      const out = await runImport(path, base, key)
      const seconds = (performance.now() - start) / 1000
      const service = (await used()) - before.service
      const engineAll = engineCpu() - before.engine
      const engine = Math.max(0, engineAll - idle * seconds)
      const importer = cpuOfEnded(process.pid) - before.importer
      if (!out.includes(`${events} accepted, 0 rejected`)) throw new Error(out)
      const ended = performance.now()
      await quietEngines()
      const waited = (performance.now() - ended) / 1000
      const afterwards = Math.max(0, engineCpu() - before.engine - engineAll - idle * waited)
      console.log(
        `| ${storage} | ${kind} | ${micros(importer)} | ${micros(service)} | ${micros(engine)} | ` +
          `${micros(importer + service + engine)} | ${micros(afterwards)} | ${Math.round(events / seconds).toLocaleString('en')} |`,
      )
    }
    server.send('end')
    await once(server, 'exit')
  }
} finally {
  await store.close()
  await stop()
  rmSync(folder, { recursive: true, force: true })
}
