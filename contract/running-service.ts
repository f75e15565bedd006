import type { Settings } from './settings.js'

/** A service that a command has started in its own process. */
export interface RunningService {
  /** The service's URL on this machine. */
  readonly url: string
  readonly settings: Settings
  /** Returns the code that creates the first account; null if there are accounts already. */
  readonly setupCode: () => Promise<string | null>
}

export interface ServeOptions {
  /** Start embedded engines in DATA_DIR, whatever CLICKHOUSE_URL, CLICKHOUSE_CLUSTER and DATABASE_URL say. */
  readonly embedded?: boolean
}

/** Whether the service runs on until SIGTERM or SIGINT, or stops now. */
export type AfterWork = 'serve' | 'end'
