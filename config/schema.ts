import Type, { type TProperties } from 'typebox'

/**
 * Every setting of the service itself, under its name in the environment and in a config file. Plugins
 * declare others (declared.ts). A test keeps the table in docs/settings.md equal to both.
 */
const text = (description: string) => Type.String({ minLength: 1, description })
const whole = (description: string, minimum: number, maximum: number, byDefault: number) =>
  Type.Integer({ minimum, maximum, default: byDefault, description })
/** An integer whose default depends on the machine; see concurrency.ts. */
const wholeByCores = (description: string, maximum: number) =>
  Type.Integer({ minimum: 1, maximum, description })

export const settingSchemas = {
  PORT: whole('the port to listen on; 0 takes a free one', 0, 65_535, 8_080),
  HOST: Type.String({ minLength: 1, default: '127.0.0.1', description: 'the address to listen on' }),
  DATA_DIR: text('the directory of the embedded engines and the token secret; ./data by default'),
  STORAGE: Type.String({
    minLength: 1,
    default: 'clickhouse',
    description:
      'the storage of events: clickhouse, postgres for everything in one server, duckdb for one file, or one that a plugin declares',
  }),
  CLICKHOUSE_URL: text(
    'http(s)://user:password@host:port of a ClickHouse server; unset: the embedded one; for a cluster without a Keeper all of its servers, ' +
      'separated by commas',
  ),
  CLICKHOUSE_CLUSTER: text(
    'the name of the cluster that the server of CLICKHOUSE_URL belongs to (docs/cluster.md)',
  ),
  DATABASE_URL: text('postgres://user:password@host:port/database; unset: the embedded Postgres'),
  JWT_SECRET: text(
    'signs the tokens, 32 bytes or more; unset: a random one stored in DATA_DIR, not in production',
  ),
  TOKEN_TTL: whole('lifetime of a token in seconds', 60, 31_536_000, 86_400),
  JWKS_URL: text(
    'http(s) URL of the keys of an external identity provider, whose tokens (RS256, ES256) are accepted too; set ' +
      'with ISSUER and AUDIENCE',
  ),
  ISSUER: text('the `iss` required in tokens of the identity provider'),
  AUDIENCE: text('the `aud` required in tokens of the identity provider'),
  ADMIN_EMAIL: text('with ADMIN_PASSWORD: the platform user that the first start creates'),
  ADMIN_PASSWORD: Type.String({ minLength: 8, maxLength: 200, description: 'see ADMIN_EMAIL' }),
  PLUGINS: Type.String({
    default: '',
    description: 'npm packages or files of additional plugins, separated by commas',
  }),
  LOG_LEVEL: Type.Union(
    ['trace', 'debug', 'info', 'warn', 'error', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info', description: 'trace, debug, info, warn, error or silent' },
  ),
  QUERY_TIMEOUT: whole('seconds one analytics query may take', 1, 3_600, 30),
  QUERY_MEMORY: whole('megabytes one analytics query may use', 16, 1_048_576, 4_096),
  QUERY_ROWS: whole('rows one analytics query may return', 1_000, 10_000_000, 500_000),
  RESULT_CACHE: whole(
    'megabytes of cached responses per process, for repeated queries on unchanged data; 0: none',
    0,
    65_536,
    64,
  ),
  VIEWS: Type.Boolean({
    default: true,
    description:
      'answer from counts of the events by quarter-hours, hours and days where they yield the same numbers',
  }),
  PROMOTED_PROPERTIES: whole(
    'frequently queried properties that get a typed column each on ClickHouse and DuckDB, per workspace and kind of rows (events, logs, traits, metrics); 0: none',
    0,
    100,
    16,
  ),
  WORKSPACE_IDLE: whole(
    'minutes without use after which embedded ClickHouse unloads the tables of a workspace, until its next use; 0: all stay loaded',
    0,
    525_600,
    60,
  ),
  TRUST_PROXY: Type.String({
    default: 'false',
    description:
      'the number of your own proxies in front of the service, whose X-Forwarded-For is trusted; true: one, false: none',
  }),
  PUBLIC_URL: text('the public URL of the service, for links in responses'),
  BODY_MEMORY: whole('megabytes of request bodies in flight per process', 1, 1_048_576, 128),
  BODY_MEMORY_PER_CALLER: whole(
    'megabytes of request bodies in flight per key or user, and per address; a quarter of it for an address without a key in a header',
    1,
    1_048_576,
    32,
  ),
  BODY_MIN_RATE: whole(
    'minimum bytes per second at which a request body must arrive; 0: none',
    0,
    1_000_000_000,
    1_000,
  ),
  BODY_GRACE: whole('seconds over which BODY_MIN_RATE is measured, from the first on', 1, 600, 10),
  HEADERS_TIMEOUT: whole('seconds in which the headers of a request must arrive', 1, 600, 20),
  REQUEST_TIMEOUT: whole('seconds in which a whole request body must arrive', 1, 86_400, 300),
  MAX_CONNECTIONS: whole(
    'open connections per process; over it those without a credential are closed first',
    1,
    1_000_000,
    4_000,
  ),
  MAX_CONNECTIONS_PER_ADDRESS: whole(
    'open connections per client address; not with TRUST_PROXY, where all connections come from the proxy',
    1,
    1_000_000,
    1_000,
  ),
  KEY_LOOKUPS: whole(
    'concurrent lookups of keys not used recently, half of them for one address',
    1,
    1_000,
    4,
  ),
  SESSION_MAX_AGE: whole(
    'seconds after a sign-in during which its token can be renewed; then a new sign-in is required',
    60,
    31_536_000,
    2_592_000,
  ),
  ALLOWED_HOSTS: Type.String({
    default: '',
    description:
      'additional host names, separated by commas, that requests may name in `Host` besides those of PUBLIC_URL, HOST and this machine',
  }),
  METRICS_TOKEN: Type.String({
    minLength: 16,
    maxLength: 1_000,
    description: 'the Bearer token that /metrics requires; unset: see METRICS_PUBLIC',
  }),
  METRICS_PUBLIC: Type.Boolean({
    description: 'serve /metrics without a credential if METRICS_TOKEN is unset; unset: not in production',
  }),
  DOCS_PUBLIC: Type.Boolean({
    description: 'serve /docs, and /api/v1/openapi.json without a credential; unset: not in production',
  }),
  ADMIN_SETS_PASSWORDS: Type.Boolean({
    default: false,
    description:
      'admins choose the passwords of accounts they create and reset; otherwise users choose their own through a link',
  }),
  OUTSIDE_TOKEN_MAX_AGE: whole(
    'seconds that a token of the identity provider may be valid, from its issue and from now',
    60,
    31_536_000,
    86_400,
  ),
  JWKS_MAX_BYTES: whole('maximum bytes of the keys of the identity provider', 1_000, 100_000_000, 1_000_000),
  QUERY_CONCURRENCY: wholeByCores(
    'analytics queries that one process runs concurrently; unset: two per processor core, from 4 to 16',
    256,
  ),
  QUERY_CONCURRENCY_PER_WORKSPACE: wholeByCores(
    'of these, queries of one workspace; unset: three quarters',
    256,
  ),
  QUERY_CONCURRENCY_PER_CALLER: wholeByCores(
    'of these, queries of one user, key or link in a workspace; unset: half',
    256,
  ),
  QUERY_QUEUE: whole(
    'requests of one workspace that may be queued, and as many for SQL; one caller may have half of them; beyond that 429',
    1,
    100_000,
    200,
  ),
  QUERY_QUEUE_WAIT: whole(
    'seconds that a request may be queued while none of its queries runs; beyond that 429',
    1,
    3_600,
    30,
  ),
  SQL_CONCURRENCY: wholeByCores(
    'SQL queries of members that one process runs concurrently, three quarters of them per workspace, half per caller; unset: one per processor core, from 4 to 8',
    64,
  ),
  STATEMENT_OVERDUE: whole(
    'seconds past its own time limit after which the watchdog ends a statement still running in the engine; the embedded engines are restarted if nothing else ends it',
    1,
    3_600,
    10,
  ),
  SQL_OVERDUE: whole(
    'SQL statements of members still running past their time limit, over all workspaces, at which further SQL is answered 503',
    1,
    1_000,
    4,
  ),
  ENGINE_PRESSURE: whole(
    'percent of the limits of open files, memory and parts in a partition of the storage engine; above it, the workspaces that use most of them are answered 503 (docs/limits.md)',
    10,
    95,
    80,
  ),
  DISK_RESERVE: whole(
    'megabytes to keep free on the disk with the analytics data, at most a twentieth of it; below, the workspaces that send the most are answered 503, and below half of it all are',
    0,
    1_048_576,
    1_024,
  ),
} as const satisfies TProperties

export type SettingName = keyof typeof settingSchemas
/** Names of settings in earlier versions. They still work; a value under the current name wins. */
export const formerNames: Readonly<Record<string, SettingName>> = { ROLLUPS: 'VIEWS' }

export const settingNames = Object.keys(settingSchemas) as readonly SettingName[]
