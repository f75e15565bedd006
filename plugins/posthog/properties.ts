import { memberOf, type ContextColumn } from '../../contract/index.js'

export type Members = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Context columns that PostHog's properties fill; the first property present fills a column. */
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

/** Properties that are elsewhere on the line, secret, or about the request instead of the event. */
const dropped: ReadonlySet<string> = new Set([
  ...['token', 'api_key', 'distinct_id', '$session_id', '$set', '$set_once', '$unset'],
  ...['$insert_id', '$time', '$lib_rate_limit_remaining_tokens'],
])

/** An event's properties, split into the members of `context` and the rest. */
export interface SplitProperties {
  readonly context: Members
  readonly properties: Members
}

/** Splits an event's properties into context columns and the rest, which keeps its names. */
export function splitProperties(all: Members): SplitProperties {
  const context: Record<string, unknown> = {}
  const rest = Object.entries(all).filter(([name, value]) => {
    if (dropped.has(name) || name.startsWith('$sdk_debug_')) return false
    const column = Object.hasOwn(columnOf, name) ? columnOf[name] : undefined
    // PostHog sends `$direct` for no referrer.
    if (column === undefined || !isColumnValue(value) || value === '$direct') return true
    if (memberOf(context, column) !== undefined) return context[column] !== value
    context[column] = value
    return false
  })
  return { context, properties: Object.fromEntries(rest) }
}

const isColumnValue = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'

/** An id as a string; undefined if it is empty. Values that are not ids are returned for the later validation. */
export function idOf(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value
}

/** The members that are neither null nor undefined. */
export const present = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value != null))
