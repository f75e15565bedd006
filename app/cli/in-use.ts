import { EngineError } from '../../storage-adapters/embedded/index.js'
import type { Settings } from '../../core/contract/index.js'
import { StartError } from '../start-error.js'

/** The stores that `open` gives; while a service runs on the data directory an error that says what to do `instead`. */
export async function unlessInUse<T>(open: Promise<T>, { dataDir }: Settings, instead: string): Promise<T> {
  return open.catch((error: unknown) => {
    const inUse = error instanceof EngineError && error.message.includes(' is in use by process ')
    throw inUse ? new StartError(`a service runs on ${dataDir}: stop it first, or ${instead}`) : error
  })
}
