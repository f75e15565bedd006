import { createRequire } from 'node:module'
import { join } from 'node:path'
import { engineAccount } from './account.js'
import { clickhouseConfig, defaultMemory, makeAdmin, type Accounts, type Admin } from './clickhouse-config.js'
import { engineLimits, type EngineLimits } from './clickhouse-limits.js'
import { runClickHouse } from './clickhouse-run.js'
import { EngineError, oneLine, type EngineLog, type RunningEngine } from './engine.js'
import { makeEngineFolder, makeOwnFolder, writeFor } from './folders.js'
import { hiddenDefinitions, type HiddenDefinitions } from './hidden-tables.js'
import { post } from './loopback.js'
import { diskOf, ownFileLimit, raisableFileLimit, resourcesOf } from './resources.js'
import { supervise } from './supervisor.js'

/** Returns the path of the engine's library without loading it. Throws EngineError if it is not installed. */
function findLibrary(): string {
  const require = createRequire(import.meta.url)
  try {
    require.resolve('ffi-rs')
    // Passes an empty environment, so that no variable can select another library than the installed one.
    return (require('chdb/libchdb') as typeof import('chdb/libchdb')).libchdbPath({ env: {} })
  } catch (error) {
    throw new EngineError(
      `the ClickHouse engine (npm packages chdb and ffi-rs) is not installed for ${process.platform}-${process.arch}; ` +
        `run "npm install --include=optional", or set CLICKHOUSE_URL to a server (${oneLine(error).slice(0, 200)})`,
    )
  }
}

// The engine's own `default` database exposes files of the disk, so it must never be the current one.
const database = 'sextant'

/**
 * Creates the database on the first start. Returns the version, which proves that the administrator can log
 * in.
 */
async function prepareDatabase(port: number, { user, password }: Admin): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const ask = async (sql: string) => {
    const { status, text } = await post(port, '/', { authorization }, sql)
    if (status !== 200)
      throw new EngineError(
        `ClickHouse started but rejects its administrator: ${oneLine(text).slice(0, 200)}`,
      )
    return text.trim()
  }
  await ask(`CREATE DATABASE IF NOT EXISTS ${database}`)
  return ask('SELECT version()')
}

/** A running ClickHouse engine. */
export interface RunningClickHouse extends RunningEngine {
  readonly hiddenDefinitions: HiddenDefinitions
}

/**
 * Starts the ClickHouse engine of the npm package `chdb` as a child process that listens for HTTP on a free
 * loopback port. Its files are in `directory`, which no other process may use meanwhile (see lockDirectory).
 * @param options.memoryBytes the engine's total memory; by default half of the machine's
 * @param options.limits overrides of the limits that follow from the machine
 * @param options.openFiles the engine's open-file limit; by default the highest that this process may set
 * @param options.unloaded matches databases whose tables are hidden from the engine until they are attached
 *   with their definitions (see hidden-tables.ts). If the engine ends by itself, its restart loads those that
 *   were attached. Without it, no table is hidden.
 * @param options.accounts accounts besides the administrator's: the engine reads them only at startup
 * @throws EngineError
 */
export async function startClickHouse(options: {
  readonly directory: string
  readonly log: EngineLog
  readonly memoryBytes?: number
  readonly accounts?: Accounts
  readonly limits?: Partial<EngineLimits>
  readonly openFiles?: number
  readonly unloaded?: RegExp
}): Promise<RunningClickHouse> {
  const { log } = options
  const library = findLibrary()
  const account = await engineAccount('sextant-clickhouse')
  const directory = await makeEngineFolder(options.directory, account)
  await makeOwnFolder(join(directory, 'data'), account)
  await makeOwnFolder(join(directory, 'run'), account)
  const admin = makeAdmin()
  const openFiles = options.openFiles ?? (await raisableFileLimit())
  const machine = {
    memory: options.memoryBytes ?? defaultMemory(),
    openFiles: openFiles ?? (await ownFileLimit()),
    disk: (await diskOf(directory))?.total ?? Infinity,
  }
  const limits = { ...engineLimits(machine), ...options.limits }
  const config = clickhouseConfig(admin, limits, options.accounts)
  await writeFor(account, join(directory, 'config.xml'), config)

  let port = 0
  let unloaded: RegExp | 'keep' | null = options.unloaded ?? null
  const engine = await supervise('ClickHouse', log, async (stopping) => {
    const plan = { directory, library, account, port, openFiles, unloaded }
    const run = await runClickHouse(plan, stopping, log)
    port = run.port
    unloaded = 'keep'
    return run
  })
  try {
    return {
      url: `http://127.0.0.1:${port}`,
      user: admin.user,
      password: admin.password,
      database,
      version: await prepareDatabase(port, admin),
      hiddenDefinitions,
      get pid() {
        return engine.pid
      },
      resources: () => resourcesOf(engine.pid, directory),
      stop: () => engine.stop(),
      restart: () => engine.restart(),
    }
  } catch (error) {
    await engine.stop()
    throw error
  }
}
