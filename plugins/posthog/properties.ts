import { memberOf, type ContextColumn } from '../../core/contract/index.js'

export type Members = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The columns that PostHog's own properties fill; of two for one column the first that is there. */
const columnOf: Readonly<Record<string, ContextColumn>> = {
  $os: 'os',
  $os_name: 'os',
  $os_version: 'os_version',
  $browser: 'browser',
  $browser_version: 'browser_version',
  $device_type: 'device_type',
  $app_version: 'app_version',
  $locale: 'locale',
  $browser_language: 'locale',
  $referrer: 'referrer',
  $geoip_country_code: 'country',
  $geoip_subdivision_1_name: 'region',
  $geoip_city_name: 'city',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
}

/** Said elsewhere on the line, a secret, or a number that the library gives each of its requests. */
const dropped: ReadonlySet<string> = new Set([
  ...['token', 'api_key', 'distinct_id', '$session_id', '$set', '$set_once', '$unset'],
  ...['$insert_id', '$time', '$lib_rate_limit_remaining_tokens'],
])

export interface SplitProperties {
  readonly context: Members
  readonly properties: Members
}

/** Parts an event's properties into columns and the rest, under the names they came by. */
export function splitProperties(all: Members): SplitProperties {
  const context: Record<string, unknown> = {}
  const rest = Object.entries(all).filter(([name, value]) => {
    if (dropped.has(name) || name.startsWith('$sdk_debug_')) return false
    const column = Object.hasOwn(columnOf, name) ? columnOf[name] : undefined
    // `$direct` is PostHog's word for none.
    if (column === undefined || !isColumnValue(value) || value === '$direct') return true
    if (memberOf(context, column) !== undefined) return context[column] !== value
    context[column] = value
    return false
  })
  return { context, properties: Object.fromEntries(rest) }
}

const isColumnValue = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'

/** Ids may be numbers; an empty one is none, and what is no id is left for the check. */
export function idOf(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value
}

export const present = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value != null))
