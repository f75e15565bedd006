import type { Batch } from '../../contract/index.js'

/** A point of the gauge `m`, without labels and buckets. */
export const gaugePoint = (timestamp: number, seq: number): Batch['metrics'][number] => ({
  timestamp,
  name: 'm',
  type: 'gauge',
  temporality: 'cumulative',
  unit: null,
  service: null,
  source: null,
  labels: {},
  label_names: '[]',
  series: 's',
  value: 1,
  count: null,
  sum: null,
  min: null,
  max: null,
  buckets: [],
  message_id: null,
  seq,
})
