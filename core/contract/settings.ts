/** The settings of a service, as config/ loads and checks them: file, then environment, then defaults. */
export interface Settings {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly storage: 'clickhouse' | 'postgres'
  /** Empty: the embedded engine; more than one: the servers of a cluster. */
  readonly clickhouseUrls: readonly string[]
  readonly clickhouseCluster: string | null
  readonly databaseUrl: string | null
  /** Null: a random one kept in the data directory (refused in production). */
  readonly jwtSecret: string | null
  /** Seconds a token lives. */
  readonly tokenTtl: number
  /** The keys of an outside identity provider, whose tokens are admitted; set together with the next two, or null. */
  readonly jwksUrl: string | null
  readonly issuer: string | null
  readonly audience: string | null
  readonly adminEmail: string | null
  readonly adminPassword: string | null
  readonly sqlMinRole: 'viewer' | 'editor' | 'admin'
  readonly sqlRateLimit: number
  readonly plugins: readonly string[]
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Answer from compact copies of the events where they can tell. */
  readonly rollups: boolean
  /** Properties of events that get a typed column each on ClickHouse, for each workspace; 0: none. */
  readonly promotedProperties: number
  /** Milliseconds; 0: no tables are unloaded. */
  readonly workspaceIdle: number
  /** Milliseconds, bytes and rows that one analytics query may use. */
  readonly queryTimeout: number
  readonly queryMemory: number
  readonly queryRows: number
  /** Bytes of answers kept for questions that are asked again; 0: none. */
  readonly resultCache: number
  /** How many proxies of one's own append to X-Forwarded-For; 0: the header is ignored. */
  readonly trustProxy: number
  /** A MaxMind DB file with the countries of network addresses; null: they are not looked up. */
  readonly geoDatabase: string | null
  /** The address the service is reached under, for links in answers. */
  readonly publicUrl: string | null
  /** Bytes of request bodies under way: of all, and of one key, user or address. */
  readonly bodyMemory: number
  readonly bodyMemoryPerCaller: number
  /** Bytes a second at which a body must arrive, over each `bodyGrace` milliseconds; 0: any. */
  readonly bodyMinRate: number
  readonly bodyGrace: number
  /** Milliseconds in which the headers and the whole body of a request must arrive. */
  readonly headersTimeout: number
  readonly requestTimeout: number
  /** Open connections: all, and those of one address (not behind a proxy). */
  readonly maxConnections: number
  readonly maxConnectionsPerAddress: number
  /** Keys not seen lately that are looked up at a time. */
  readonly keyLookups: number
  /** Seconds from a sign-in to the end of the last token that refreshing it may give. */
  readonly sessionMaxAge: number
  /** Host names that requests may name beside those of `publicUrl`, `host` and this machine. */
  readonly allowedHosts: readonly string[]
  /** The Bearer token that /metrics requires; null: `metricsPublic` decides. */
  readonly metricsToken: string | null
  readonly metricsPublic: boolean
  /** Serve /docs, and the OpenAPI document without a credential. */
  readonly docsPublic: boolean
  /** Admins choose the passwords of accounts they create or reset; otherwise people choose their own by a link. */
  readonly adminSetsPasswords: boolean
  /** Seconds that a token of the identity provider may be valid, from its issue and from now. */
  readonly outsideTokenMaxAge: number
  readonly jwksMaxBytes: number
  /** Wrong passwords for one account before each further one makes the next wait. */
  readonly signInTries: number
  /** Seconds that such a wait lasts at most. */
  readonly signInMaxDelay: number
  /** Passwords that may wait to be checked, and as many that may wait to be hashed. */
  readonly passwordQueue: number
  /** Workspaces, users, invites and keys that one user may create a minute. */
  readonly authRateLimit: number
  readonly publicRateLimit: number
  readonly adminRateLimit: number
  readonly maxWorkspacesPerUser: number
  readonly maxMembersPerWorkspace: number
  readonly maxInvitesPerWorkspace: number
  readonly maxKeysPerWorkspace: number
  readonly queryConcurrency: Concurrency
  /** Requests of one workspace that may wait to run. */
  readonly queryQueue: number
  /** Milliseconds that a request may wait while none of its queries runs. */
  readonly queryQueueWait: number
  /** Of the SQL that members write. */
  readonly sqlConcurrency: Concurrency
  /** Milliseconds past its own limit after which a statement that the engine still runs is ended. */
  readonly statementOverdue: number
  /** Members' SQL statements past their limit from which on no more SQL is taken. */
  readonly sqlOverdue: number
  /** The part of the engine's limits, from 0 to 1, from which on workspaces that bring it there are slowed. */
  readonly enginePressure: number
  /** Bytes that stay free on the disk of the analytics data. */
  readonly diskReserve: number
  /** Names of properties, traits, labels and log fields of one workspace that are listed. */
  readonly propertyNames: number
}

/** Queries that run at once in one process: in all, of one workspace, of one caller in a workspace. */
export interface Concurrency {
  readonly all: number
  readonly perWorkspace: number
  readonly perCaller: number
}
