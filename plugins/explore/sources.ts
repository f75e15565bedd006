import {
  contextColumns,
  ServiceError,
  type PropertySource,
  type SourceName,
} from '../../core/contract/index.js'

export type DataType = 'text' | 'number' | 'time' | 'json' | 'boolean' | 'array'

export interface DataField {
  readonly name: string
  readonly data_type: DataType
  readonly description: string
}

/** What a workspace holds, as lists and SQL name it. */
export interface DataSource {
  readonly id: string
  readonly name: string
  readonly description: string
  /** Its name in SQL. */
  readonly table: string
  /** What plans read for it. */
  readonly source: SourceName
  /** Its rows are one a person, of these events. */
  readonly perPerson?: true
  /** The columns that questions or SQL can use. */
  readonly columns: readonly DataField[]
  /** Whose JSON is looked into for the properties that occur. */
  readonly properties?: PropertySource
}

const field = (name: string, data_type: DataType, description: string): DataField =>
  Object.freeze({ name, data_type, description })
const text = (name: string, description: string): DataField => field(name, 'text', description)
const timestamp = field('timestamp', 'time', 'when it happened, UTC, to the millisecond')
const device = text('device_id', 'the device')
const session = text('session_id', 'the session, where one is known')

const contextWords: Readonly<Partial<Record<(typeof contextColumns)[number], string>>> = {
  device_type: 'mobile, desktop …',
  os: 'the operating system',
  country: 'the country, as sent or of the address',
  locale: 'language and region of the device',
  referrer: 'the page that led there',
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
      text(
        'user_id',
        'in questions the user that the device belongs to; in SQL as it was sent with the event',
      ),
      ...contextFields,
      field('properties', 'json', 'what else was sent with the event'),
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
      text('source', 'the machine it comes from'),
      field('message', 'json', 'the text as message.message, and further fields'),
      session,
    ],
  },
  {
    id: 'context',
    name: 'Context',
    description: 'what devices said of themselves, apart from events',
    table: 'context_v1',
    source: 'contexts',
    properties: 'contexts',
    columns: [
      timestamp,
      device,
      session,
      ...contextFields,
      field('properties', 'json', 'what else was sent'),
    ],
  },
  {
    id: 'user_traits',
    name: 'User traits',
    description: 'user properties, as each identify sent them',
    table: 'user_traits_v1',
    source: 'traits',
    properties: 'traits',
    columns: [
      timestamp,
      device,
      text('user_id', 'the user that the device belongs to'),
      field('traits', 'json', 'what was sent; filters over events name a trait as trait:<name>'),
    ],
  },
  {
    id: 'users',
    name: 'Users',
    description: 'unique users: one row a person with an event',
    table: 'users_v1',
    source: 'events',
    perPerson: true,
    columns: [
      text('user_id', 'missing for a device that belongs to nobody'),
      text('device_id', 'the device of the person that was seen last'),
      field('first_seen', 'time', 'the first event'),
      field('last_seen', 'time', 'the last event'),
      field('events', 'number', 'how many events'),
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
      text('user_id', 'the user that the device belongs to'),
      field('linked_at', 'time', 'when they were linked'),
    ],
  },
  {
    id: 'metrics',
    name: 'Metrics',
    description: 'points of infrastructure metrics',
    table: 'metrics_v1',
    source: 'metrics',
    columns: [
      timestamp,
      text('name', 'the metric'),
      text('type', 'gauge, counter or histogram'),
      text('temporality', 'cumulative or delta'),
      text('unit', 'as sent'),
      text('service', 'the service it measures'),
      text('source', 'the machine it comes from'),
      field('labels', 'json', 'what tells its series apart'),
      field('value', 'number', 'of gauges and counters'),
      field('count', 'number', 'of histograms: the observations'),
      field('sum', 'number', 'of histograms, as sent'),
      field('min', 'number', 'of histograms, as sent'),
      field('max', 'number', 'of histograms, as sent'),
      field('bucket_bounds', 'array', 'of histograms: the upper bound of each bucket, null for none'),
      field('bucket_counts', 'array', 'of histograms: the observations of each bucket alone'),
    ],
  },
]

/** An unknown one is a 404. */
export function sourceOf(id: string): DataSource {
  const source = dataSources.find((one) => one.id === id)
  if (source !== undefined) return source
  const known = dataSources.map((one) => one.id).join(', ')
  throw new ServiceError('NOT_FOUND', `there is no source ${JSON.stringify(id)}; there are ${known}`)
}
