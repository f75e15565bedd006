import { EngineError } from '../../storage-adapters/embedded/index.js'
import type { Settings } from '../../contract/index.js'
import { StartError } from '../start-error.js'

/**
 * Returns the stores that `open` yields. If a service uses the data directory, rejects with an error that
 * says what to do `instead`.
 */
export async function unlessInUse<T>(open: Promise<T>, { dataDir }: Settings, instead: string): Promise<T> {
  return open.catch((error: unknown) => {
    const inUse = error instanceof EngineError && error.message.includes(' is in use by process ')
    throw inUse
      ? new StartError(`${dataDir} is in use by a running service; stop it first, or ${instead}`)
      : error
  })
}
