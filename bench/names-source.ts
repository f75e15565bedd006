import type { Batch, JsonValue, PropertySource } from '../contract/index.js'

/** What a row of any source is made of. */
export interface NamesRow {
  readonly n: number
  readonly timestamp: number
  readonly seq: number
  readonly properties: Readonly<Record<string, JsonValue>>
}

/** A source whose rows have many names, and where ClickHouse has them. */
export interface NamesSource {
  readonly name: PropertySource | 'metrics'
  readonly table: string
  readonly column: string
  batch(rows: readonly NamesRow[]): Batch
  /** The sum of a name's values in the engine's SQL. */
  sumOf(path: string): string
}

const empty: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }
const ofNumbers = (path: string): string => `sum(${path}.:Int64)`

const sources: readonly NamesSource[] = [
  {
    name: 'events',
    table: 'events_v1',
    column: 'properties',
    sumOf: ofNumbers,
    batch: (rows) => ({
      ...empty,
      events: rows.map(({ n, timestamp, seq, properties }) => ({
        timestamp,
        event_name: 'view',
        device_id: `device ${n % 5_000}`,
        session_id: null,
        user_id: null,
        message_id: null,
        seq,
        context: {},
        properties,
      })),
    }),
  },
  {
    name: 'logs',
    table: 'logs_v1',
    column: 'message',
    sumOf: ofNumbers,
    batch: (rows) => ({
      ...empty,
      logs: rows.map(({ timestamp, seq, properties: message }) => ({
        timestamp,
        level: 'info',
        service: 'api',
        source: null,
        message,
        session_id: null,
        message_id: null,
        seq,
      })),
    }),
  },
  {
    name: 'traits',
    table: 'traits_v1',
    column: 'traits',
    sumOf: ofNumbers,
    batch: (rows) => ({
      ...empty,
      traits: rows.map(({ n, timestamp, seq, properties: traits }) => ({
        timestamp,
        device_id: `device ${n % 5_000}`,
        message_id: null,
        seq,
        traits,
      })),
    }),
  },
  {
    name: 'metrics',
    table: 'metrics_v1',
    column: 'labels',
    // Labels are texts.
    sumOf: (path) => `sum(toInt64OrZero(${path}.:String))`,
    batch: (rows) => ({
      ...empty,
      metrics: rows.map(({ n, timestamp, seq, properties }) => {
        const labels = Object.fromEntries(
          Object.entries(properties).map(
            ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
          ),
        )
        return {
          timestamp,
          name: 'requests',
          type: 'gauge' as const,
          temporality: 'cumulative' as const,
          unit: null,
          service: 'api',
          source: null,
          labels,
          label_names: JSON.stringify(Object.keys(labels).sort()),
          series: `series ${n % 5_000}`,
          value: n % 1_000,
          count: null,
          sum: null,
          min: null,
          max: null,
          buckets: [],
          message_id: null,
          seq,
        }
      }),
    }),
  },
]

/** Returns the source of this name; events by default. Throws for an unknown name. */
export function namesSource(name = 'events'): NamesSource {
  const found = sources.find((one) => one.name === name)
  if (found === undefined) throw new Error(`unknown source ${name}`)
  return found
}
