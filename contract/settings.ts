/**
 * The settings of a service, as config/ loads and validates them: defaults, overridden by the file, then by
 * the environment.
 */
export interface Settings {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** The name of the storage adapter. */
  readonly storage: string
  /** Empty for the embedded engine; more than one for the servers of a cluster. */
  readonly clickhouseUrls: readonly string[]
  readonly clickhouseCluster: string | null
  readonly databaseUrl: string | null
  /** Null for a random secret stored in the data directory (rejected in production). */
  readonly jwtSecret: string | null
  /** The lifetime of a token in seconds. */
  readonly tokenTtl: number
  /**
   * The URL of an external identity provider's keys. It is set together with the next two, or all three are
   * null.
   */
  readonly jwksUrl: string | null
  readonly issuer: string | null
  readonly audience: string | null
  readonly adminEmail: string | null
  readonly adminPassword: string | null
  readonly plugins: readonly string[]
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Answer from compact copies of the events where possible. */
  readonly views: boolean
  /**
   * The number of properties with a typed column of their own on ClickHouse, per workspace and kind of rows:
   * events, logs, traits, contexts, metrics. 0 for none.
   */
  readonly promotedProperties: number
  /** Milliseconds without use after which a workspace's tables are unloaded; 0 for never. */
  readonly workspaceIdle: number
  /** The milliseconds, bytes and rows that one analytics query may use. */
  readonly queryTimeout: number
  readonly queryMemory: number
  readonly queryRows: number
  /** Bytes of cached responses; 0 disables the cache. */
  readonly resultCache: number
  /** The number of trusted proxies that append to X-Forwarded-For; 0 ignores the header. */
  readonly trustProxy: number
  /** The public URL of the service, for links in responses. */
  readonly publicUrl: string | null
  /** Bytes of request bodies in flight: in total, and per key, user or address. */
  readonly bodyMemory: number
  readonly bodyMemoryPerCaller: number
  /**
   * The minimum transfer rate of a body in bytes per second, measured over each `bodyGrace` milliseconds; 0
   * for none.
   */
  readonly bodyMinRate: number
  readonly bodyGrace: number
  /** The milliseconds in which a request's headers, and the whole request, must arrive. */
  readonly headersTimeout: number
  readonly requestTimeout: number
  /** Open connections: in total, and per address (the latter not behind a proxy). */
  readonly maxConnections: number
  readonly maxConnectionsPerAddress: number
  /** The number of concurrent lookups of keys that were not used recently. */
  readonly keyLookups: number
  /** Seconds from sign-in until the last token obtained by refreshing expires. */
  readonly sessionMaxAge: number
  /** Host names that requests may use besides those of `publicUrl`, `host` and this machine. */
  readonly allowedHosts: readonly string[]
  /** The Bearer token required for /metrics; if null, `metricsPublic` decides. */
  readonly metricsToken: string | null
  readonly metricsPublic: boolean
  /** Serve /docs and the OpenAPI document without a credential. */
  readonly docsPublic: boolean
  /**
   * Admins choose the passwords of accounts they create or reset. Otherwise users choose their own through a
   * link.
   */
  readonly adminSetsPasswords: boolean
  /** The maximum lifetime in seconds of an identity provider's token, from its issue and from now. */
  readonly outsideTokenMaxAge: number
  readonly jwksMaxBytes: number
  readonly queryConcurrency: Concurrency
  /** Requests of one workspace that may be queued. */
  readonly queryQueue: number
  /** Milliseconds that a request may be queued while none of its queries runs. */
  readonly queryQueueWait: number
  /** The concurrency of members' SQL statements. */
  readonly sqlConcurrency: Concurrency
  /** Milliseconds past its own limit after which a statement still running in the engine is ended. */
  readonly statementOverdue: number
  /** The number of members' SQL statements past their limit at which further SQL is rejected. */
  readonly sqlOverdue: number
  /** The share of an engine limit, from 0 to 1, at which the workspaces that cause the load are throttled. */
  readonly enginePressure: number
  /** Bytes to keep free on the disk with the analytics data. */
  readonly diskReserve: number
  /** The values of the settings that plugins declare, by name. Read them with `setting(ref)`. */
  readonly declared: Readonly<Record<string, unknown>>
}

/** Queries that run concurrently in one process: in total, per workspace, and per caller in a workspace. */
export interface Concurrency {
  readonly all: number
  readonly perWorkspace: number
  readonly perCaller: number
}
