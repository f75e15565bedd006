import { closest, distance } from 'fastest-levenshtein'
import Type, { type Static } from 'typebox'
import { checkDeclared, settingsAjv, type DeclaredSetting } from './declared.js'
import { explainSchema } from './explain-schema.js'
import { formerNames, settingNames, settingSchemas, type SettingName } from './schema.js'
import { SettingsError } from './settings-error.js'

type Values = { readonly [Name in SettingName]: Static<(typeof settingSchemas)[Name]> }
type Optional =
  | 'DATA_DIR'
  | 'CLICKHOUSE_URL'
  | 'CLICKHOUSE_CLUSTER'
  | 'DATABASE_URL'
  | 'JWT_SECRET'
  | 'JWKS_URL'
  | 'ISSUER'
  | 'AUDIENCE'
  | 'ADMIN_EMAIL'
  | 'ADMIN_PASSWORD'
  | 'PUBLIC_URL'
  | 'METRICS_TOKEN'
  | 'METRICS_PUBLIC'
  | 'DOCS_PUBLIC'
  | 'QUERY_CONCURRENCY'
  | 'QUERY_CONCURRENCY_PER_WORKSPACE'
  | 'QUERY_CONCURRENCY_PER_CALLER'
  | 'SQL_CONCURRENCY'
export type RawSettings = Omit<Values, Optional> & { readonly [Name in Optional]: Values[Name] | undefined }

export interface CheckedSettings {
  readonly raw: RawSettings
  /** The values of the settings that plugins declare, by name. */
  readonly declared: Readonly<Record<string, unknown>>
}

const validate = settingsAjv.compile(Type.Partial(Type.Object(settingSchemas)))

/** Validates both sources together and fills in defaults. An empty environment variable counts as unset. */
export function checkSettings(
  file: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
  ofPlugins: readonly DeclaredSetting[] = [],
): CheckedSettings {
  const names = [...settingNames, ...ofPlugins.map(({ name }) => name)]
  const lines = Object.keys(file)
    .filter((name) => !names.includes(name) && !(name in formerNames))
    .map((name) => unknownName(name, names))
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const values: Record<string, unknown> = {}
  for (const name of names) {
    const value = valueIn(given, name) ?? valueIn(file, name)
    if (value !== undefined) values[name] = value
  }
  const own = only(values, settingNames)
  if (!validate(own))
    for (const error of validate.errors ?? []) {
      const name = error.instancePath.slice(1) as SettingName
      const line = `${name}: ${explainSchema(settingSchemas[name])}`
      if (!lines.includes(line)) lines.push(line)
    }
  lines.push(...contradictions(own))
  const declared = checkDeclared(values, ofPlugins)
  lines.push(...declared.lines)
  if (lines.length > 0) throw new SettingsError(lines)
  return { raw: own as RawSettings, declared: declared.values }
}

/** Returns the names of the plugins to load, which is known before all other settings can be checked. */
export function pluginsNamed(
  file: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const named = environment['PLUGINS'] || file['PLUGINS'] || ''
  if (typeof named !== 'string')
    throw new SettingsError([`PLUGINS: ${explainSchema(settingSchemas.PLUGINS)}`])
  return listOf(named)
}

const only = (values: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))

/** Returns a setting's value in one source, under its name or else its former name. */
function valueIn(source: Readonly<Record<string, unknown>>, name: string): unknown {
  const former = Object.keys(formerNames).filter((old) => formerNames[old] === name)
  return [name, ...former].map((one) => source[one]).find((value) => value !== undefined)
}

function unknownName(name: string, names: readonly string[]): string {
  const near = closest(name.toUpperCase(), names)
  const hint = distance(name.toUpperCase(), near) <= 4 ? `; did you mean ${near}?` : ''
  return `${name}: unknown setting${hint}`
}

const secretBytes = 32

/** Splits a comma-separated setting. */
export const listOf = (value: string): readonly string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const isHostName = (name: string): boolean =>
  /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])$/.test(name) && URL.canParse(`http://${name}`)

function contradictions(values: Readonly<Record<string, unknown>>): readonly string[] {
  const lines: string[] = []
  const url = (name: SettingName, protocols: readonly string[]): void => {
    const value = values[name]
    if (typeof value !== 'string') return
    const right = (one: string): boolean => URL.canParse(one) && protocols.includes(new URL(one).protocol)
    const all = name === 'CLICKHOUSE_URL' ? listOf(value) : [value]
    if (!all.every(right)) lines.push(`${name}: must be a URL that starts with ${protocols.join('// or ')}//`)
  }
  url('CLICKHOUSE_URL', ['http:', 'https:'])
  url('DATABASE_URL', ['postgres:', 'postgresql:'])
  url('PUBLIC_URL', ['http:', 'https:'])
  url('JWKS_URL', ['http:', 'https:'])
  const hops = values['TRUST_PROXY']
  if (typeof hops === 'string' && !/^(true|false|[0-9]|1[0-6])$/.test(hops))
    lines.push('TRUST_PROXY: must be true, false or the number of proxies (0 to 16)')
  const names = values['ALLOWED_HOSTS']
  if (typeof names === 'string' && !listOf(names).every(isHostName))
    lines.push('ALLOWED_HOSTS: must be host names or addresses without a port, separated by commas')
  // In bytes, which a schema does not count: the strength of a key depends on its bytes.
  const secret = values['JWT_SECRET']
  if (typeof secret === 'string' && Buffer.byteLength(secret) < secretBytes)
    lines.push(`JWT_SECRET: must be a string of at least ${secretBytes} bytes`)
  const provider = ['JWKS_URL', 'ISSUER', 'AUDIENCE'].filter((name) => values[name] !== undefined)
  if (provider.length % 3 !== 0) lines.push('JWKS_URL, ISSUER and AUDIENCE: must be set together')
  if ((values['ADMIN_EMAIL'] === undefined) !== (values['ADMIN_PASSWORD'] === undefined))
    lines.push('ADMIN_EMAIL and ADMIN_PASSWORD: must be set together')
  const given = values['CLICKHOUSE_URL']
  const servers = typeof given === 'string' ? listOf(given) : []
  if (values['CLICKHOUSE_CLUSTER'] !== undefined && servers.length === 0)
    lines.push('CLICKHOUSE_CLUSTER: requires CLICKHOUSE_URL; the embedded engine is a single server')
  if (values['CLICKHOUSE_CLUSTER'] === undefined && servers.length > 1)
    lines.push('CLICKHOUSE_URL: several servers require CLICKHOUSE_CLUSTER, the name of their cluster')
  return lines
}
