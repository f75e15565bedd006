import { createHash } from 'node:crypto'
import type { JsonValue } from '../../core/contract/index.js'

export type Line = Readonly<Record<string, JsonValue>>
export type Labels = ReadonlyMap<string, string>

/**
 * A line of ours. Prometheus has no ids: a series has one point a time, however often it is sent. `job` is the
 * service, `instance` the source.
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

/** What tells the series of this name and these labels from others. */
export const keyOf = (name: string, labels: Labels): string =>
  JSON.stringify([
    name,
    ...[...labels].filter(([label]) => label !== '__name__').sort(([a], [b]) => (a < b ? -1 : 1)),
  ])

const idOf = (type: string, key: string, timestamp: number): string =>
  `prom-${createHash('sha256').update(`${type} ${timestamp} ${key}`).digest('base64url').slice(0, 22)}`
