import { createHash } from 'node:crypto'
import type { MetricRow } from '../../contract/index.js'

type Identity = Pick<MetricRow, 'name' | 'type' | 'temporality' | 'source' | 'service' | 'labels'>

/** A hash of a series' identity: 128 bits in 22 URL-safe characters. The order of the labels does not matter. */
export function seriesKey({ name, type, temporality, source, service, labels }: Identity): string {
  const identity = [
    name,
    type,
    temporality,
    source,
    service,
    ...sortedNames(labels).map((key) => [key, labels[key]]),
  ]
  const digest = createHash('sha256').update(JSON.stringify(identity)).digest()
  return digest.subarray(0, 16).toString('base64url')
}

/** The label names as a sorted JSON array. */
export const labelNames = (labels: Identity['labels']): string => JSON.stringify(sortedNames(labels))

const sortedNames = (labels: Identity['labels']): readonly string[] => Object.keys(labels).sort()
