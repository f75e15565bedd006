import { once } from 'node:events'
import { mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { FactsChanged, type AnalyticsStore } from '../../contract/index.js'
import {
  makeAccountPoolOptions,
  readerConfiguration,
  type AccountPoolOptions,
} from '../../storage-adapters/clickhouse/sandbox/accounts.js'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import { createClickHouseStore, type ClickHouseOptions } from '../../storage-adapters/clickhouse/store.js'
import { engineAccount } from '../../storage-adapters/embedded/account.js'
import { clickhouseConfig, makeAdmin } from '../../storage-adapters/embedded/clickhouse-config.js'
import { engineLimits } from '../../storage-adapters/embedded/clickhouse-limits.js'
import { hasLargePages, pageEnvironment } from '../../storage-adapters/embedded/clickhouse-pages.js'
import { makeEngineFolder, makeOwnFolder, writeFor } from '../../storage-adapters/embedded/folders.js'
import { freePort } from '../../storage-adapters/embedded/free-port.js'
import { patience } from './patience.js'
import { silentLog } from './silent-log.js'

/** Engines that know each other as the shards of a cluster, over loopback, without a Keeper. */
export interface Shards {
  /** One per shard, with the administrator's credentials. */
  readonly urls: readonly string[]
  readonly readers: AccountPoolOptions
  /** Kills a shard's engine. */
  kill(shard: number): Promise<void>
  /** Restarts a killed shard on the same ports. */
  start(shard: number): Promise<void>
  /** Removes the rows of all workspaces. */
  empty(): Promise<void>
  stop(): Promise<void>
}

const library = (createRequire(import.meta.url)('chdb/libchdb') as typeof import('chdb/libchdb')).libchdbPath(
  { env: {} },
)
const program = fileURLToPath(new URL('../../storage-adapters/embedded/clickhouse-child.js', import.meta.url))
const script = [
  'SYSTEM START LISTEN HTTP',
  'SYSTEM START LISTEN TCP',
  "SELECT * FROM file('-', 'LineAsString') FORMAT Null",
].join('; ')

type Clusters = Readonly<Record<string, number>>

/** How often a start may fail: another program can take a free port before the engine does. */
const tries = 3

/** `clusters`: by name, how many of the engines, counted from the first, are its shards. */
export async function startShards(count: number, clusters: Clusters): Promise<Shards> {
  for (let left = tries; ; left--)
    try {
      return await startOnNewPorts(count, clusters)
    } catch (error) {
      if (left === 1) throw error
    }
}

async function startOnNewPorts(count: number, clusters: Clusters): Promise<Shards> {
  const directory = mkdtempSync(join(tmpdir(), 'sextant-shards-'))
  chmodSync(directory, 0o755)
  const account = await engineAccount('sextant-clickhouse')
  const admin = makeAdmin()
  const readers = makeAccountPoolOptions()
  const indexes = Array.from({ length: count }, (_, index) => index)
  const ports = await Promise.all(
    indexes.map(async () => ({ http: await freePort(), tcp: await freePort() })),
  )
  const shard = (index: number): string =>
    `<shard><internal_replication>true</internal_replication><replica><host>127.0.0.1</host><port>${ports[index]?.tcp ?? 0}</port></replica></shard>`
  const named = Object.entries(clusters).map(
    ([name, size]) =>
      `<${name}><secret>${admin.password}</secret>${indexes.slice(0, size).map(shard).join('')}</${name}>`,
  )
  const limits = engineLimits({ memory: 3 * 2 ** 30, openFiles: 20_000, disk: 1e12 })
  const config = clickhouseConfig(admin, limits, readerConfiguration(readers, true)).replace(
    '</clickhouse>',
    `<remote_servers>${named.join('')}</remote_servers></clickhouse>`,
  )
  const running: (ChildProcess | undefined)[] = []
  let stopping = false

  async function start(index: number): Promise<void> {
    const own = await makeEngineFolder(join(directory, String(index)), account)
    for (const name of ['data', 'run']) await makeOwnFolder(join(own, name), account)
    await writeFor(account, join(own, 'config.xml'), config)
    const { http, tcp } = ports[index] ?? { http: 0, tcp: 0 }
    const args = [
      ...[program, library, String(account?.uid ?? 0), String(account?.gid ?? 0), '0', '', 'keep', ''],
      ...[`--path=${join(own, 'data')}`, `--config-file=${join(own, 'config.xml')}`, `--query=${script}`],
      ...['--', `--http_port=${http}`, `--tcp_port=${tcp}`, '--listen_host=127.0.0.1'],
    ]
    const child = spawn(process.execPath, args, {
      cwd: join(own, 'run'),
      env: { LC_ALL: 'C', TZ: 'UTC', ...pageEnvironment(hasLargePages()) },
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    running[index] = child
    child.once('exit', (code, signal) => {
      // The engine inside the library aborts when another one drops its connection: after a LIMIT, an error,
      // a cancelled query.
      if (running[index] === child && !stopping)
        start(index).catch(() => console.error(`shard ${index} is gone: ${code ?? signal ?? ''}`))
    })
    for (const end = performance.now() + patience; ;) {
      const answer = await fetch(`http://127.0.0.1:${http}/ping`).catch(() => null)
      if (answer?.ok === true) return
      if (stopping || child.exitCode !== null || performance.now() > end)
        throw new Error(`shard ${index} does not start`)
      await pause(10)
    }
  }

  async function kill(index: number): Promise<void> {
    const child = running[index]
    running[index] = undefined
    if (child === undefined || child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  try {
    await Promise.all(indexes.map(start))
  } catch (error) {
    stopping = true
    await Promise.all(indexes.map(kill))
    rmSync(directory, { recursive: true, force: true })
    throw error
  }
  const urls = ports.map(({ http }) => `http://${admin.user}:${admin.password}@127.0.0.1:${http}`)
  const clients = urls.map((url) => connect({ url }))
  return {
    urls,
    readers,
    kill,
    start,
    async empty() {
      await Promise.all(clients.map(emptied))
    },
    async stop() {
      stopping = true
      await Promise.all(clients.map((client) => client.close()))
      await Promise.all(indexes.map(kill))
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const kept = ['writers', 'shard_places']

async function emptied(client: ReturnType<typeof connect>): Promise<void> {
  const found = await client.query({
    query: `SELECT database, name FROM system.tables WHERE endsWith(database, '_shard') AND name NOT IN {kept:Array(String)} AND total_rows > 0`,
    query_params: { kept },
    format: 'JSONCompactEachRow',
  })
  for (const [database, name] of await found.json<[string, string]>())
    await client.command({ query: `TRUNCATE TABLE ${database}.${name}` })
}

/** Repeats a call while a shard is starting; a persistent error is thrown. */
export async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + patience; ;)
    try {
      return await ask()
    } catch (error) {
      const isDown = (error as { code?: unknown }).code === 'UNAVAILABLE' && !(error instanceof FactsChanged)
      if (!isDown || performance.now() > end) throw error
      await pause(250)
    }
}

/**
 * The same store, whose queries are repeated while a shard is starting. A persistent error is thrown; a
 * successful query is never repeated.
 */
export function patient(store: AnalyticsStore): AnalyticsStore {
  return {
    ...store,
    ping: () => again(() => store.ping()),
    ...(store.facts && {
      facts: (workspace) => again(async () => store.facts?.(workspace) ?? { views: [] }),
    }),
    run: (...asked) => again(() => store.run(...asked)),
    properties: (...asked) => again(() => store.properties(...asked)),
    async append(...given) {
      await again(() => store.ping())
      await store.append(...given)
    },
    // Which parts were created before a shard ended is unknown, so existing ones are dropped first.
    createWorkspace: (workspace) =>
      again(() =>
        store.createWorkspace(workspace).catch(async (error: unknown) => {
          await again(() => store.dropWorkspace(workspace))
          throw error
        }),
      ),
    dropWorkspace: (workspace) => again(() => store.dropWorkspace(workspace)),
  }
}

/** A store over these shards; `asked` is the one with the store's connection. */
export function clusterStore(
  { urls, readers }: Shards,
  cluster: string,
  options: Partial<ClickHouseOptions> & { readonly asked?: number; readonly servers?: number } = {},
): AnalyticsStore {
  const { asked = 0, servers = urls.length, ...rest } = options
  const own = urls.slice(0, servers)
  const url = own[asked] ?? ''
  const connection = { url, others: own.filter((_, index) => index !== asked), readers }
  return createClickHouseStore({ connection, cluster, log: silentLog, ...rest })
}
