import t from 'tap'
import { settingNames } from '../../config/schema.js'
import { loadPlugins } from '../../core/kernel/load-plugins.js'
import { builtInPlugins } from '../../plugins/index.js'
import { isTest, sourceFiles } from './source-files.js'

/** Settings that reject nothing themselves: addresses, secrets, choices, concurrency and cache sizes. */
const noLimits: ReadonlySet<string> = new Set([
  'PORT',
  'HOST',
  'DATA_DIR',
  'STORAGE',
  'CLICKHOUSE_URL',
  'CLICKHOUSE_CLUSTER',
  'DATABASE_URL',
  'JWT_SECRET',
  'JWKS_URL',
  'ISSUER',
  'AUDIENCE',
  'ADMIN_EMAIL',
  'PLUGINS',
  'LOG_LEVEL',
  'RESULT_CACHE',
  'VIEWS',
  'TRUST_PROXY',
  'GEO_DATABASE',
  'QUERY_CONCURRENCY',
  'QUERY_CONCURRENCY_PER_WORKSPACE',
  'QUERY_CONCURRENCY_PER_CALLER',
  'SQL_CONCURRENCY',
  'PROMOTED_PROPERTIES',
  'WORKSPACE_IDLE',
])

/**
 * Settings that only define how another limit is counted, which is the one to name, or when a token expires.
 */
const partsOfLimits: Readonly<Record<string, string>> = {
  BODY_GRACE: 'BODY_MIN_RATE',
  SIGN_IN_MAX_DELAY: 'SIGN_IN_TRIES',
  STATEMENT_OVERDUE: 'SQL_OVERDUE',
  TOKEN_TTL: 'expiry',
}

/** The code of routes that refer to a setting, whose name the core then puts into the message. */
const references: Readonly<Record<string, string>> = {
  AUTH_RATE_LIMIT: 'tries: authRateLimit,',
  PUBLIC_RATE_LIMIT: 'tries: publicRateLimit,',
  ADMIN_RATE_LIMIT: 'tries: adminRateLimit,',
  SQL_RATE_LIMIT: 'tries: sqlRateLimit,',
  SQL_MIN_ROLE: 'access: raisedBy(sqlMinRole),',
}

/** The lines of code, without comments and the settings' names, that may contain an error message. */
const lines = sourceFiles()
  .filter(
    (file) => !isTest(file) && !file.path.startsWith('config/') && !file.path.startsWith('plugins/explorer/'),
  )
  .flatMap(({ text }) => text.split('\n'))
  .filter((line) => !/^\s*(?:\/?\*|\/\/|name: '[A-Z_]+',)/.test(line))

/** Whether a string in the code names the setting, or a route refers to it. */
function isNamed(setting: string, code: readonly string[]): boolean {
  const reference = references[setting]
  if (reference !== undefined) return code.some((line) => line.includes(reference))
  return code.some((line) => new RegExp(`['\`"].*\\b${setting}\\b`).test(line))
}

t.test('every limit is a setting that its refusal names', (t) => {
  for (const setting of [...settingNames, ...loadPlugins(builtInPlugins).settings.keys()]) {
    if (noLimits.has(setting)) continue
    const part = partsOfLimits[setting]
    if (part === 'expiry') continue
    t.ok(isNamed(part ?? setting, lines), setting)
  }
  t.notOk(isNamed('QUERY_ROWS', ['// the answer has too many rows', 'limits.rows']), 'a silent limit is seen')
  t.notOk(isNamed('AUTH_RATE_LIMIT', ["{ group: 'auth', tries: 10 }"]), 'a fixed number is seen')
  t.end()
})
