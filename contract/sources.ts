/**
 * The column types of a plan. `time` is whole milliseconds since 1970 UTC. `key` is an opaque identity (a
 * person, a session): it can be compared, grouped, joined and counted, but never shown. `json` can only be
 * shown, or read through a property expression.
 */
export type ColumnType = 'text' | 'int' | 'float' | 'time' | 'bool' | 'json' | 'key'

export type Columns = Readonly<Record<string, ColumnType>>

/** Attributes of the client's device and page; empty or missing ones are null. */
export const contextColumns = [
  'device_type',
  'os',
  'os_version',
  'browser',
  'browser_version',
  'platform',
  'app_version',
  'country',
  'region',
  'city',
  'locale',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
] as const

export type ContextColumn = (typeof contextColumns)[number]

const contextTypes = Object.fromEntries(contextColumns.map((name) => [name, 'text'])) as Record<
  ContextColumn,
  'text'
>

export const metricTypes = ['gauge', 'counter', 'histogram'] as const
export type MetricType = (typeof metricTypes)[number]

/**
 * `cumulative`: since the series began; `delta`: since the previous point. Gauges are always `cumulative`.
 */
export const temporalities = ['cumulative', 'delta'] as const
export type Temporality = (typeof temporalities)[number]

/** One point of an infrastructure metric. */
const metricColumns = {
  timestamp: 'time',
  name: 'text',
  type: 'text',
  temporality: 'text',
  unit: 'text',
  service: 'text',
  source: 'text',
  labels: 'json',
  label_names: 'text',
  series: 'text',
  value: 'float',
  count: 'float',
  sum: 'float',
  min: 'float',
  max: 'float',
  seq: 'int',
} as const

/**
 * The logical sources of a plan. The adapter resolves `person`, `session` and an event's `user_id`. The
 * person is the user that the device was linked to (at any time, also later), or the device itself if there
 * is none; `user_id` is that user or null. `seq` grows in storage order and breaks ties of `timestamp`.
 *
 * `contexts` are attributes that devices reported outside of events. `links` has a row for each device linked
 * to a user: the user, and when the link was sent.
 *
 * A metric's point has a `value` or, if it is a histogram, `count` and, if sent, `sum`, `min` and `max`.
 * `series` identifies the points of one name, type, temporality, source, service and label set.
 * `metric_buckets` has the same points once for each of their buckets: `le` is the bucket's upper bound
 * (inclusive; null if unbounded), `observations` the bucket's own count.
 */
export const sources = {
  events: {
    timestamp: 'time',
    event_name: 'text',
    device_id: 'text',
    session_id: 'text',
    user_id: 'text',
    ...contextTypes,
    properties: 'json',
    seq: 'int',
    person: 'key',
    session: 'key',
  },
  logs: {
    timestamp: 'time',
    level: 'text',
    service: 'text',
    source: 'text',
    message: 'json',
    session_id: 'text',
    seq: 'int',
  },
  traits: {
    timestamp: 'time',
    device_id: 'text',
    user_id: 'text',
    traits: 'json',
    seq: 'int',
    person: 'key',
  },
  contexts: {
    timestamp: 'time',
    device_id: 'text',
    session_id: 'text',
    user_id: 'text',
    ...contextTypes,
    properties: 'json',
    seq: 'int',
    person: 'key',
  },
  links: { timestamp: 'time', device_id: 'text', user_id: 'text' },
  metrics: metricColumns,
  metric_buckets: { ...metricColumns, le: 'float', observations: 'float' },
} as const satisfies Readonly<Record<string, Columns>>

export type SourceName = keyof typeof sources

/** Columns that are never null. */
export const requiredColumns: ReadonlySet<string> = new Set([
  'timestamp',
  'event_name',
  'device_id',
  'level',
  'properties',
  'message',
  'traits',
  'seq',
  'person',
  'name',
  'type',
  'temporality',
  'labels',
  'label_names',
  'series',
  'observations',
])
