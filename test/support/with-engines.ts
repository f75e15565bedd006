import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import {
  makeAccountPoolOptions,
  readerConfiguration,
} from '../../storage-adapters/clickhouse/sandbox/accounts.js'
import { startClickHouse, startPostgres, type RunningEngine } from '../../storage-adapters/embedded/index.js'
import { createMigratedDatabase } from './migrated-database.js'
import { enginesVariable, urlOf, type TestEngines, type TestServer } from './engine-addresses.js'
import { silentLog } from './silent-log.js'

/**
 * Starts the named servers that all test files share, runs the command with their addresses, and stops them:
 * node build/test/support/with-engines.js clickhouse,postgres node tools/run-files.js …
 */
type Accounts = ReturnType<typeof readerConfiguration>

const [wanted = '', command = '', ...args] = process.argv.slice(2)
const directory = mkdtempSync(join(tmpdir(), 'sextant-test-'))
chmodSync(directory, 0o755)
const log = { ...silentLog, error: (fields: object, message: string) => console.error(message, fields) }
const engines: RunningEngine[] = []

async function start(
  make: (options: Parameters<typeof startClickHouse>[0]) => Promise<RunningEngine>,
  name: string,
  accounts?: Accounts,
): Promise<TestServer> {
  const engine = await make({ directory: join(directory, name), log, ...(accounts && { accounts }) })
  engines.push(engine)
  const { url, user, password, database } = engine
  return { url, user, password, database }
}

/** What is durable is tested with servers that the tests start themselves; these need not wait for the disk. */
async function startHastyPostgres(name: string): Promise<TestServer> {
  const server = await start(startPostgres, name)
  const client = new pg.Client({ connectionString: urlOf(server) })
  await client.connect()
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await client.query(`ALTER SYSTEM SET ${setting} = off`)
  await client.query('SELECT pg_reload_conf()')
  await client.end()
  return server
}

const readers = makeAccountPoolOptions()
const outside = process.env['TEST_DATABASE_URL']

const starters: Readonly<Record<keyof TestEngines, () => Promise<TestServer>>> = {
  clickhouse: async () => ({
    ...(await start(startClickHouse, 'clickhouse', readerConfiguration(readers))),
    readers,
  }),
  secondClickhouse: () => start(startClickHouse, 'clickhouse-2'),
  postgres: async () => {
    const server = await startHastyPostgres('postgres')
    return { ...server, migrated: await createMigratedDatabase(urlOf(server)) }
  },
  outsidePostgres: () =>
    outside === undefined ? startHastyPostgres('postgres-2') : Promise.resolve({ url: outside }),
}

async function run(): Promise<number> {
  const names = wanted.split(',') as (keyof TestEngines)[]
  const started = await Promise.all(names.map(async (name) => [name, await starters[name]()] as const))
  const env = { ...process.env, [enginesVariable]: JSON.stringify(Object.fromEntries(started)) }
  const child = spawn(command, args, { stdio: 'inherit', env })
  const [exit] = (await once(child, 'exit')) as [number | null]
  return exit ?? 1
}

try {
  process.exitCode = await run()
} finally {
  await Promise.all(engines.map((engine) => engine.stop()))
  rmSync(directory, { recursive: true, force: true })
}
