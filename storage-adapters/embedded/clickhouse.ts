import { createRequire } from 'node:module'
import { join } from 'node:path'
import { engineAccount } from './account.js'
import { clickhouseConfig, defaultMemory, makeAdmin, type Accounts, type Admin } from './clickhouse-config.js'
import { engineLimits, type EngineLimits } from './clickhouse-limits.js'
import { runClickHouse } from './clickhouse-run.js'
import { EngineError, oneLine, type EngineLog, type RunningEngine } from './engine.js'
import { makeEngineFolder, makeOwnFolder, writeFor } from './folders.js'
import { post } from './loopback.js'
import { diskOf, ownFileLimit, raisableFileLimit, resourcesOf } from './resources.js'
import { supervise } from './supervisor.js'

/** The path of the engine's library, found without loading it. */
function findLibrary(): string {
  const require = createRequire(import.meta.url)
  try {
    require.resolve('ffi-rs')
    // With no environment to look at: another library than the installed one must be nobody's choice.
    return (require('chdb/libchdb') as typeof import('chdb/libchdb')).libchdbPath({ env: {} })
  } catch (error) {
    throw new EngineError(
      `the ClickHouse engine (npm packages chdb and ffi-rs) is not installed for ${process.platform}-${process.arch}; ` +
        `run "npm install --include=optional", or name a server in CLICKHOUSE_URL (${oneLine(error).slice(0, 200)})`,
    )
  }
}

// The engine's own `default` database shows files of the disk: it must never be the current one.
const database = 'sextant'

/** Makes the database on the first start and asks for the version: the proof that the administrator gets in. */
async function prepareDatabase(port: number, { user, password }: Admin): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const ask = async (sql: string) => {
    const { status, text } = await post(port, '/', { authorization }, sql)
    if (status !== 200) throw new EngineError(`the new ClickHouse refuses us: ${oneLine(text).slice(0, 200)}`)
    return text.trim()
  }
  await ask(`CREATE DATABASE IF NOT EXISTS ${database}`)
  return ask('SELECT version()')
}

/**
 * Starts the ClickHouse engine of the npm package `chdb` as a child process that listens for HTTP on a free
 * loopback port. Its files are kept in `directory`; nobody else may use that meanwhile (see lockDirectory).
 * @param options.memoryBytes what the engine may use in all; by default half of what there is
 * @param options.limits instead of those that follow from the machine
 * @param options.openFiles the files that the engine may have open; by default as many as we may give it
 * @param options.unloaded names of databases whose tables are not loaded: a user of one attaches it. Those that are attached
 *   when the engine ends by itself are loaded again with it.
 * @param options.accounts accounts beside the administrator's: the engine learns them only now
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
}): Promise<RunningEngine> {
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
  let unloaded = options.unloaded ?? null
  const engine = await supervise('ClickHouse', log, async (stopping) => {
    const plan = { directory, library, account, port, openFiles, unloaded }
    const run = await runClickHouse(plan, stopping, log)
    port = run.port
    unloaded = null
    return run
  })
  try {
    return {
      url: `http://127.0.0.1:${port}`,
      user: admin.user,
      password: admin.password,
      database,
      version: await prepareDatabase(port, admin),
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
