import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkSettings, listOf, pluginsNamed, type RawSettings } from './check.js'
import { queryConcurrency, sqlConcurrency } from './concurrency.js'
import { defaultDataDir } from './data-dir.js'
import type { DeclaredSetting } from './declared.js'
import type { SettingName } from './schema.js'
import { withSecretFiles } from './secret-files.js'
import { SettingsError } from './settings-error.js'

/** The settings under the names that the program uses; structurally the service's `Settings`. */
export type LoadedSettings = Readonly<ReturnType<typeof toSettings>> & {
  readonly declared: Readonly<Record<string, unknown>>
}

export interface LoadOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** A JSON file with settings under the same names; the environment takes precedence. */
  readonly file: string | null
  readonly directory: string
  /** Replacements for the usual defaults, under the settings' own names. */
  readonly defaults?: Readonly<Partial<Record<SettingName, unknown>>>
  /** The settings that plugins declare; none by default. */
  readonly declared?: readonly DeclaredSetting[]
}

/**
 * Loads the settings: environment, then file, then defaults. Throws SettingsError with one line per error.
 */
export function loadSettings({
  environment,
  file,
  directory,
  defaults = {},
  declared = [],
}: LoadOptions): LoadedSettings {
  const secrets = declared.filter(({ secret }) => secret === true).map(({ name }) => name)
  const fromFile = withSecretFiles(readSettingsFile(file, directory), directory, secrets)
  const fromEnvironment = withSecretFiles(environment, directory, secrets)
  const checked = checkSettings({ ...defaults, ...fromFile }, fromEnvironment, declared)
  const production = environment['NODE_ENV'] === 'production'
  if (production && checked.raw.JWT_SECRET === undefined)
    throw new SettingsError(['JWT_SECRET: must be set in production (NODE_ENV=production)'])
  return { ...toSettings(checked.raw, directory, production), declared: checked.declared }
}

/** Returns the names of the plugins to load. Their settings are needed before loadSettings() can check a file. */
export const loadPluginNames = ({ environment, file, directory }: LoadOptions): readonly string[] =>
  pluginsNamed(readSettingsFile(file, directory), environment)

type Choices = Pick<LoadOptions, 'defaults' | 'declared'>

/** Loads the settings of this process. The only place that reads its environment. */
export const loadProcessSettings = (file: string | null, choices: Choices = {}): LoadedSettings =>
  loadSettings({ ...sourcesOfProcess(file), ...choices })

/** Returns the names of the plugins that this process loads. */
export const pluginNamesOfProcess = (file: string | null): readonly string[] =>
  loadPluginNames(sourcesOfProcess(file))

const sourcesOfProcess = (file: string | null): LoadOptions => ({
  environment: process.env,
  file: file ?? process.env['SEXTANT_CONFIG'] ?? null,
  directory: process.cwd(),
})

/**
 * The key that `sextant import` sends with, so that it need not be on a command line. Returns null if unset.
 */
export const ingestKeyOfProcess = (): string | null => process.env['SEXTANT_INGEST_KEY'] || null

function readSettingsFile(file: string | null, directory: string): Readonly<Record<string, unknown>> {
  if (file === null) return {}
  const path = resolve(directory, file)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new SettingsError([`config file ${path}: cannot be read`])
  }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>
  } catch {
    // Reported below, like any other content that is not an object.
  }
  throw new SettingsError([`config file ${path}: must be a JSON object`])
}

const toSettings = (raw: RawSettings, directory: string, production: boolean) => ({
  port: raw.PORT,
  host: raw.HOST,
  dataDir: raw.DATA_DIR === undefined ? defaultDataDir(directory) : resolve(directory, raw.DATA_DIR),
  storage: raw.STORAGE,
  clickhouseUrls: listOf(raw.CLICKHOUSE_URL ?? ''),
  clickhouseCluster: raw.CLICKHOUSE_CLUSTER ?? null,
  databaseUrl: raw.DATABASE_URL ?? null,
  jwtSecret: raw.JWT_SECRET ?? null,
  tokenTtl: raw.TOKEN_TTL,
  jwksUrl: raw.JWKS_URL ?? null,
  issuer: raw.ISSUER ?? null,
  audience: raw.AUDIENCE ?? null,
  adminEmail: raw.ADMIN_EMAIL ?? null,
  adminPassword: raw.ADMIN_PASSWORD ?? null,
  plugins: listOf(raw.PLUGINS),
  logLevel: raw.LOG_LEVEL,
  views: raw.VIEWS,
  promotedProperties: raw.PROMOTED_PROPERTIES,
  workspaceIdle: raw.WORKSPACE_IDLE * 60_000,
  queryTimeout: raw.QUERY_TIMEOUT * 1_000,
  queryMemory: raw.QUERY_MEMORY * 1_000_000,
  queryRows: raw.QUERY_ROWS,
  resultCache: raw.RESULT_CACHE * 1_000_000,
  trustProxy: hopsOf(raw.TRUST_PROXY),
  publicUrl: raw.PUBLIC_URL ?? null,
  bodyMemory: raw.BODY_MEMORY * 1_048_576,
  bodyMemoryPerCaller: raw.BODY_MEMORY_PER_CALLER * 1_048_576,
  bodyMinRate: raw.BODY_MIN_RATE,
  bodyGrace: raw.BODY_GRACE * 1_000,
  headersTimeout: raw.HEADERS_TIMEOUT * 1_000,
  requestTimeout: raw.REQUEST_TIMEOUT * 1_000,
  maxConnections: raw.MAX_CONNECTIONS,
  maxConnectionsPerAddress: raw.MAX_CONNECTIONS_PER_ADDRESS,
  keyLookups: raw.KEY_LOOKUPS,
  sessionMaxAge: raw.SESSION_MAX_AGE,
  allowedHosts: listOf(raw.ALLOWED_HOSTS),
  metricsToken: raw.METRICS_TOKEN ?? null,
  metricsPublic: raw.METRICS_PUBLIC ?? !production,
  docsPublic: raw.DOCS_PUBLIC ?? !production,
  adminSetsPasswords: raw.ADMIN_SETS_PASSWORDS,
  outsideTokenMaxAge: raw.OUTSIDE_TOKEN_MAX_AGE,
  jwksMaxBytes: raw.JWKS_MAX_BYTES,
  queryConcurrency: queryConcurrency({
    all: raw.QUERY_CONCURRENCY,
    perWorkspace: raw.QUERY_CONCURRENCY_PER_WORKSPACE,
    perCaller: raw.QUERY_CONCURRENCY_PER_CALLER,
  }),
  queryQueue: raw.QUERY_QUEUE,
  queryQueueWait: raw.QUERY_QUEUE_WAIT * 1_000,
  sqlConcurrency: sqlConcurrency({ all: raw.SQL_CONCURRENCY }),
  statementOverdue: raw.STATEMENT_OVERDUE * 1_000,
  sqlOverdue: raw.SQL_OVERDUE,
  enginePressure: raw.ENGINE_PRESSURE / 100,
  diskReserve: raw.DISK_RESERVE * 1_048_576,
})

/** `true` means one proxy. */
const hopsOf = (value: string): number => (value === 'true' ? 1 : value === 'false' ? 0 : Number(value))
