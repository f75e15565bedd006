import { createHash } from 'node:crypto'
import type { MetricRow } from '../../core/contract/index.js'

type Identity = Pick<MetricRow, 'name' | 'type' | 'temporality' | 'source' | 'service' | 'labels'>

/** 128 bits of what makes a series: 22 URL-safe characters. The order of the labels does not count. */
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

export const labelNames = (labels: Identity['labels']): string => JSON.stringify(sortedNames(labels))

const sortedNames = (labels: Identity['labels']): readonly string[] => Object.keys(labels).sort()
