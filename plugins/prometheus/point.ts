import { createHash } from 'node:crypto'
import type { JsonValue } from '../../contract/index.js'

export type Line = Readonly<Record<string, JsonValue>>
export type Labels = ReadonlyMap<string, string>

/**
 * A line of POST /v1/metrics. Its id derives from series and time, because Prometheus has none and a series has one
 * sample at a time. `job` is the service, `instance` the source.
 */
export function lineOf(
  name: string,
  type: 'gauge' | 'counter' | 'histogram',
  labels: Labels,
  timestamp: number,
  numbers: Line,
): Line {
  const own = [...labels].filter(([label]) => !columns.has(label))
  return {
    name,
    type,
    service: labels.get('job') ?? null,
    source: labels.get('instance') ?? null,
    labels: Object.fromEntries(own),
    timestamp,
    message_id: idOf(type, keyOf(name, labels), timestamp),
    ...numbers,
  }
}

const columns = new Set(['__name__', 'job', 'instance'])

/** A key that identifies the series of this name and these labels. */
export const keyOf = (name: string, labels: Labels): string =>
  JSON.stringify([
    name,
    ...[...labels].filter(([label]) => label !== '__name__').sort(([a], [b]) => (a < b ? -1 : 1)),
  ])

const idOf = (type: string, key: string, timestamp: number): string =>
  `prom-${createHash('sha256').update(`${type} ${timestamp} ${key}`).digest('base64url').slice(0, 22)}`
