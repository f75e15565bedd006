import {
  aggregate,
  count,
  property,
  scan,
  sum,
  type Batch,
  type JsonObject,
  type JsonValue,
  type PropertyForm,
  type Relation,
  type SourceName,
} from '../../../contract/index.js'
import type { JsonTable } from './columns.js'

const values: readonly JsonValue[] = ['pro', 1, 1.5, true, null, [1, 'a'], { in: 'side' }, '1', 'true', '']

/** The same JSON in every source. */
export function jsonBatch(from: number): Batch {
  const objects: readonly JsonObject[] = [
    ...values.map((plan, index) => ({ plan, 'a.b': index, amount: index / 4 })),
    {},
  ]
  const rows = objects.map((json, index) => {
    const seq = from + index
    const stored = { timestamp: Date.UTC(2024, 0, 1) + seq, message_id: null, seq }
    return { json, stored, device: { device_id: `device ${seq % 3}`, session_id: null, context: {} } }
  })
  const unlabelled = { service: null, source: null, session_id: null }
  const point = { value: 1, count: null, sum: null, min: null, max: null, buckets: [] }
  return {
    links: [],
    events: rows.map(({ json, stored, device }) => ({
      ...{ ...stored, ...device, properties: json },
      ...{ event_name: 'view', user_id: null },
    })),
    contexts: rows.map(({ json, stored, device }) => ({ ...stored, ...device, properties: json })),
    logs: rows.map(({ json, stored }) => ({ ...stored, ...unlabelled, level: 'info', message: json })),
    traits: rows.map(({ json, stored, device }) => ({
      ...{ ...stored, traits: json },
      device_id: device.device_id,
    })),
    metrics: rows.map(({ json, stored }) => ({
      ...{ ...stored, ...point, labels: stringsOf(json), label_names: '[]', series: `series ${stored.seq}` },
      ...{ name: 'load', type: 'gauge', temporality: 'delta', unit: null, service: null, source: null },
    })),
  }
}

/** Labels are strings. */
const stringsOf = (json: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/** A source with a JSON column, and its table. */
export const jsonSources: readonly (readonly [source: SourceName, column: string, table: JsonTable])[] = [
  ['events', 'properties', 'events_v1'],
  ['logs', 'message', 'logs_v1'],
  ['traits', 'traits', 'traits_v1'],
  ['contexts', 'properties', 'context_v1'],
  ['metrics', 'labels', 'metrics_v1'],
]

/** A source, and its JSON column. */
type JsonSource = readonly [source: SourceName, column: string, ...unknown[]]

/** The rows of a source by its property `plan`. */
export const rowsByPlan = (as: PropertyForm, [source, json]: JsonSource): Relation =>
  aggregate(scan(source), { plan: property('plan', as, json) }, { n: count() })

/** The sum of a property of a source. */
export const totalOf = (name: string, [source, json]: JsonSource): Relation =>
  aggregate(scan(source), {}, { n: sum(property(name, 'number', json)) })
