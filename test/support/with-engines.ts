import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  makeAccountPoolOptions,
  readerConfiguration,
} from '../../storage-adapters/clickhouse/sandbox/accounts.js'
import { startClickHouse, startPostgres, type RunningEngine } from '../../storage-adapters/embedded/index.js'
import { enginesVariable, type TestEngines, type TestServer } from './engines.js'
import { silentLog } from './records.js'

/**
 * Starts the engines that all test files share, runs the command it is given with their addresses, and stops them:
 * node build/test/support/with-engines.js tap …
 */
type Accounts = ReturnType<typeof readerConfiguration>

const [command = '', ...args] = process.argv.slice(2)
const directory = mkdtempSync(join(tmpdir(), 'sextant-test-'))
chmodSync(directory, 0o755)
const log = { ...silentLog, error: (fields: object, message: string) => console.error(message, fields) }
const engines: RunningEngine[] = []

async function start(make: typeof startClickHouse, name: string, accounts?: Accounts): Promise<TestServer> {
  const engine = await make({ directory: join(directory, name), log, ...(accounts && { accounts }) })
  engines.push(engine)
  const { url, user, password, database } = engine
  return { url, user, password, database }
}

async function run(): Promise<number> {
  const readers = makeAccountPoolOptions()
  const outside = process.env['TEST_DATABASE_URL']
  const [withReaders, secondClickhouse, postgres, outsidePostgres] = await Promise.all([
    start(startClickHouse, 'clickhouse', readerConfiguration(readers)),
    start(startClickHouse, 'clickhouse-2'),
    start(startPostgres, 'postgres'),
    outside === undefined ? start(startPostgres, 'postgres-2') : { url: outside },
  ])
  const clickhouse = { ...withReaders, readers }
  const found: TestEngines = { clickhouse, secondClickhouse, postgres, outsidePostgres }
  const env = { ...process.env, [enginesVariable]: JSON.stringify(found) }
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
