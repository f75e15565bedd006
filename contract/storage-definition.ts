import type { EngineResources } from './capacity.js'
import type { Log } from './log.js'
import type { ReadSetting } from './setting.js'
import type { NativeForms } from './operators/native-form.js'
import type { Settings } from './settings.js'
import type { AnalyticsStore } from './storage.js'

/** A storage adapter, declared with `host.storage()`. The operator chooses it with `STORAGE=<name>`. */
export interface StorageDefinition {
  /** The value of STORAGE, in kebab-case: clickhouse. */
  readonly name: string
  /** As people write it: ClickHouse. */
  readonly title: string
  /** The oldest major version that ping() may return; `sextant doctor` fails below it. */
  readonly oldestVersion?: number
  /** Whether open() uses a folder of DATA_DIR with these settings. DATA_DIR is then locked for this process. */
  readonly inDataDir?: (settings: Settings) => boolean
  /** The events are in the Postgres server of the records, which open() gets from `records()`. */
  readonly sharesRecords?: true
  /**
   * Opens the store before any service is created. Rejects with one line for the operator that names the setting at
   * fault; the start then stops.
   */
  readonly open: (options: StorageOptions) => Promise<AnalyticsStore>
}

export interface StorageOptions {
  readonly settings: Settings
  /** Reads a setting that a plugin declares with `host.setting()`. */
  readonly setting: ReadSetting
  /** For the store: silent once the program ends its engines, because their connections end then. */
  readonly log: Log
  /** For an engine that the adapter starts: it still logs while engines end. */
  readonly engineLog: Log
  /** DATA_DIR/<name>: the adapter's own folder if inDataDir() returns true. The adapter creates it. */
  readonly directory: string
  /** Returns the Postgres server of the records once it runs; an embedded one starts at the same time. */
  readonly records: () => Promise<RecordServer>
  /**
   * Calls `end` after all stores are closed, or when the start fails: for an engine that the adapter has
   * started. It may take 11 seconds.
   */
  readonly atEnd: (end: () => Promise<void>) => void
  /** The native forms that plugins have declared for this storage. One that takes none lets the operators be lowered. */
  readonly nativeForms: NativeForms
}

/** The Postgres server of the records. `user`, `password` and `database` override those in the URL. */
export interface RecordServer {
  readonly url: string
  readonly user?: string
  readonly password?: string
  readonly database?: string
  /** Restarts an embedded server. */
  readonly restart?: () => Promise<void>
  /** The system resources of an embedded server. */
  readonly resources?: () => Promise<EngineResources>
}
