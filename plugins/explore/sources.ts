import {
  contextColumns,
  ServiceError,
  unknownName,
  type PropertySource,
  type SourceName,
} from '../../contract/index.js'

export type DataType = 'text' | 'number' | 'time' | 'json' | 'boolean' | 'array'

export interface DataField {
  readonly name: string
  readonly data_type: DataType
  readonly description: string
}

/** A kind of data in a workspace, as lists and SQL name it. */
export interface DataSource {
  readonly id: string
  readonly name: string
  readonly description: string
  /** Its name in SQL. */
  readonly table: string
  /** The source that plans read for it. */
  readonly source: SourceName
  /** Set if it has one row per person, derived from these events. */
  readonly perPerson?: true
  /** The columns that questions or SQL can use. */
  readonly columns: readonly DataField[]
  /** The source in whose JSON the properties occur. */
  readonly properties?: PropertySource
}

const field = (name: string, data_type: DataType, description: string): DataField =>
  Object.freeze({ name, data_type, description })
const text = (name: string, description: string): DataField => field(name, 'text', description)
const timestamp = field('timestamp', 'time', 'when it happened, UTC, to the millisecond')
const device = text('device_id', 'the device')
const session = text('session_id', 'the session, if known')

const contextWords: Readonly<Partial<Record<(typeof contextColumns)[number], string>>> = {
  device_type: 'mobile, desktop …',
  os: 'the operating system',
  country: 'the country, as sent or by network address',
  locale: 'language and region of the device',
  referrer: 'the referring page',
}
const contextFields = contextColumns.map((name) =>
  text(
    name,
    contextWords[name] ?? name.replaceAll('_', ' ').replace(/^(os|utm)\b/, (word) => word.toUpperCase()),
  ),
)

export const dataSources: readonly DataSource[] = [
  {
    id: 'events',
    name: 'Events',
    description: 'custom events and page views',
    table: 'events_v1',
    source: 'events',
    properties: 'events',
    columns: [
      timestamp,
      text('event_name', 'what happened'),
      device,
      session,
      text('user_id', 'in questions, the user to whom the device belongs; in SQL, as sent with the event'),
      ...contextFields,
      field('properties', 'json', 'the other data sent with the event'),
    ],
  },
  {
    id: 'logs',
    name: 'Logs',
    description: 'structured logs',
    table: 'logs_v1',
    source: 'logs',
    properties: 'logs',
    columns: [
      timestamp,
      text('level', 'emergency, alert, critical, error, warning, notice, info, debug or trace'),
      text('service', 'the service that wrote it'),
      text('source', 'the machine that sent it'),
      field('message', 'json', 'the text as message.message, and other fields'),
      session,
    ],
  },
  {
    id: 'context',
    name: 'Context',
    description: 'context that devices sent without an event',
    table: 'context_v1',
    source: 'contexts',
    properties: 'contexts',
    columns: [
      timestamp,
      device,
      session,
      ...contextFields,
      field('properties', 'json', 'the other data sent'),
    ],
  },
  {
    id: 'user_traits',
    name: 'User traits',
    description: 'user properties, as sent by each identify call',
    table: 'user_traits_v1',
    source: 'traits',
    properties: 'traits',
    columns: [
      timestamp,
      device,
      text('user_id', 'the user to whom the device belongs'),
      field('traits', 'json', 'the traits as sent; filters over events name a trait as trait:<name>'),
    ],
  },
  {
    id: 'users',
    name: 'Users',
    description: 'unique users: one row per person with an event',
    table: 'users_v1',
    source: 'events',
    perPerson: true,
    columns: [
      text('user_id', 'null for an anonymous device'),
      text('device_id', 'the last seen device of the person'),
      field('first_seen', 'time', 'the first event'),
      field('last_seen', 'time', 'the last event'),
      field('events', 'number', 'number of events'),
      field('traits', 'json', 'the latest value of each trait'),
    ],
  },
  {
    id: 'user_devices',
    name: 'User devices',
    description: 'which device belongs to which user',
    table: 'user_devices',
    source: 'links',
    columns: [
      device,
      text('user_id', 'the user to whom the device belongs'),
      field('linked_at', 'time', 'when they were linked'),
    ],
  },
  {
    id: 'metrics',
    name: 'Metrics',
    description: 'data points of infrastructure metrics',
    table: 'metrics_v1',
    source: 'metrics',
    columns: [
      timestamp,
      text('name', 'the metric'),
      text('type', 'gauge, counter or histogram'),
      text('temporality', 'cumulative or delta'),
      text('unit', 'as sent'),
      text('service', 'the measured service'),
      text('source', 'the machine that sent it'),
      field('labels', 'json', 'the labels that distinguish its series'),
      field('value', 'number', 'for gauges and counters'),
      field('count', 'number', 'for histograms: the number of observations'),
      field('sum', 'number', 'for histograms, as sent'),
      field('min', 'number', 'for histograms, as sent'),
      field('max', 'number', 'for histograms, as sent'),
      field('bucket_bounds', 'array', 'for histograms: the upper bound of each bucket, null for none'),
      field(
        'bucket_counts',
        'array',
        'for histograms: the number of observations of each bucket, not cumulative',
      ),
    ],
  },
]

/** Returns the source of an id. Throws NOT_FOUND with the known ids. */
export function sourceOf(id: string): DataSource {
  const source = dataSources.find((one) => one.id === id)
  if (source !== undefined) return source
  const known = dataSources.map((one) => one.id)
  throw new ServiceError('NOT_FOUND', unknownName('source', id, known))
}
