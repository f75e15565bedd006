import { contextColumns, type WorkspaceRef } from 'sextant/storage'

/** The quoted schema of a workspace: "w7" for number 7. */
export const schemaOf = ({ number }: WorkspaceRef): string => `"${schemaName(number)}"`

export const schemaName = (number: number): string => `w${number}`

/** The columns of a table, with the engine's types, in the order in which rows are appended. */
export type TableColumns = Readonly<Record<string, 'BIGINT' | 'INTEGER' | 'VARCHAR' | 'DOUBLE' | 'DOUBLE[]'>>

/** Milliseconds since 1970, the UTC day as days since 1970, and the order of storage. */
const time = { ms: 'BIGINT', day: 'INTEGER', seq: 'BIGINT' } as const
const device = { device_id: 'VARCHAR', device: 'BIGINT' } as const
const session = { session_id: 'VARCHAR', session: 'BIGINT' } as const
const context = Object.fromEntries(contextColumns.map((name) => [name, 'VARCHAR' as const]))
const message = { message: 'BIGINT' } as const

/**
 * The tables of a workspace. JSON is stored as text, which keeps numbers exactly as they were sent. Devices,
 * sessions and messages are hashed to 64 bits.
 */
export const tables = {
  events_v1: {
    ...time,
    event_name: 'VARCHAR',
    ...device,
    ...session,
    user_id: 'VARCHAR',
    ...context,
    properties: 'VARCHAR',
    ...message,
  },
  logs_v1: {
    ...time,
    level: 'VARCHAR',
    service: 'VARCHAR',
    source: 'VARCHAR',
    ...session,
    message: 'VARCHAR',
    message_hash: 'BIGINT',
  },
  traits_v1: { ...time, ...device, traits: 'VARCHAR', ...message },
  context_v1: { ...time, ...device, ...session, ...context, properties: 'VARCHAR', ...message },
  metrics_v1: {
    ...time,
    name: 'VARCHAR',
    type: 'VARCHAR',
    temporality: 'VARCHAR',
    unit: 'VARCHAR',
    service: 'VARCHAR',
    source: 'VARCHAR',
    label_names: 'VARCHAR',
    series: 'VARCHAR',
    labels: 'VARCHAR',
    value: 'DOUBLE',
    count: 'DOUBLE',
    sum: 'DOUBLE',
    min: 'DOUBLE',
    max: 'DOUBLE',
    bucket_bounds: 'DOUBLE[]',
    bucket_counts: 'DOUBLE[]',
    ...message,
  },
} as const satisfies Readonly<Record<string, TableColumns>>

export type TableName = keyof typeof tables

/** The statements that create a workspace's schema and tables, for a schema that does not exist. */
export const tableStatements = (schema: string): string =>
  [
    `CREATE SCHEMA ${schema}`,
    ...Object.entries(tables).map(([name, columns]) => {
      const list = Object.entries<string>(columns).map(([column, type]) => `"${column}" ${type}`)
      return `CREATE TABLE ${schema}.${name} (${list.join(', ')})`
    }),
    `CREATE TABLE ${schema}.device_links (device BIGINT PRIMARY KEY, device_id VARCHAR NOT NULL,
      user_id VARCHAR NOT NULL, actor BIGINT NOT NULL, linked_ms BIGINT NOT NULL)`,
  ].join('; ')
