import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../contract/index.js'
import { lockDirectory, startPostgres } from '../../storage-adapters/embedded/index.js'

export interface DevRecords {
  /** postgres://user:password@host:port/database */
  readonly url: string
  close(): Promise<void>
}

/**
 * Starts the embedded Postgres in a folder of `dataDir`, which is locked against a second one. It outlives the services of a
 * session, so that a save does not wait for it. Throws EngineError.
 */
export async function openDevRecords(dataDir: string, log: Log): Promise<DevRecords> {
  const directory = join(dataDir, 'records')
  mkdirSync(directory, { recursive: true })
  const lock = await lockDirectory(directory)
  try {
    const engine = await startPostgres({ directory: join(directory, 'postgres'), log })
    const url = new URL(engine.url)
    url.username = engine.user
    url.password = engine.password
    url.pathname = `/${engine.database}`
    return {
      url: url.href,
      async close() {
        await engine.stop()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}
