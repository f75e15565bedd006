import type { LoadGuard } from './capacity.js'
import type { Emit } from './event.js'
import type { Log } from './log.js'
import type { Meters } from './meters.js'
import type { ServiceRef } from './service-ref.js'
import type { ReadSetting } from './setting.js'
import type { Settings } from './settings.js'
import type { AnalyticsStore, RecordStore } from './storage.js'

/** The dependencies that a service is created from. */
export interface ServiceDependencies {
  readonly settings: Settings
  /** Reads a setting that a plugin declares. */
  readonly setting: ReadSetting
  readonly records: RecordStore
  readonly analytics: AnalyticsStore
  readonly log: Log
  /** Milliseconds since 1970 UTC. */
  readonly clock: () => number
  /** Returns a new id: the prefix and 22 URL-safe characters. */
  readonly newId: (prefix: string) => string
  /** The key that signs and verifies this service's own tokens (HS256). */
  readonly tokenKey: Uint8Array
  /** Throttles workspaces that bring the engine to its limits: the service of that name. */
  readonly loadGuard: LoadGuard
  /** Creates metrics of the service, which operators read at /metrics. */
  readonly meters: Meters
  /** Announces an event to the handlers that plugins declare with `host.on()`. */
  readonly emit: Emit
  use<T extends object>(ref: ServiceRef<T>): T
  /** Returns null if no plugin supplies the service. */
  find<T extends object>(ref: ServiceRef<T>): T | null
}
