import type { JsonTable } from '../../storage-adapters/sql/promoted/columns.js'
import { month, rangeOf } from '../days.js'

const range = `range=${rangeOf(month)}`

/** A source whose questions are measured from JSON, from promoted columns, and from a table without JSON. */
export interface MeasuredSource {
  readonly table: JsonTable
  /** The columns of the table without JSON, beside the promoted ones, and its sort key. */
  readonly typed: Readonly<Record<string, string>>
  readonly order: string
  readonly questions: Readonly<Record<string, string>>
}

const low = 'LowCardinality(String)'
const time = { timestamp: `DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1))`, day: 'Date' }
const double = 'Nullable(Float64) CODEC(ZSTD(1))'
const device = 'UInt64 CODEC(ZSTD(1))'
const seq = 'Int64 CODEC(Delta, ZSTD(1))'
export const promotedSources: Readonly<Record<string, MeasuredSource>> = {
  events: {
    table: 'events_v1',
    typed: { ...time, event_name: low, device },
    order: 'day, device, timestamp',
    questions: {
      'events by plan, daily': `metrics/events?${range}&breakdown=plan`,
      'events by path, daily (500 values)': `metrics/events?${range}&breakdown=path`,
      'events by duration_ms, daily (90,000 values)': `metrics/events?${range}&breakdown=duration_ms`,
      'events where plan is pro, daily': `metrics/events?${range}&conditions[0][field]=plan&conditions[0][value]=pro`,
      'one event by plan, daily': `metrics/events/properties?${range}&event=event_7&property=plan`,
      'sum of amount, daily': `metrics/events/custom?${range}&property=amount&metric=sum`,
    },
  },
  logs: {
    table: 'logs_v1',
    typed: { ...time, level: low, service: low, seq },
    order: 'day, service, level, timestamp',
    questions: {
      'logs by status, daily': `metrics/logs?${range}&breakdown=message.status`,
      'logs where status is 500, daily': `metrics/logs?${range}&conditions[0][field]=message.status&conditions[0][value]=500`,
      'top paths of logs (500 values)': `metrics/logs/top?${range}&field=message.path`,
      'logs of more than 9 s, daily': `metrics/logs?${range}&conditions[0][field]=message.duration_ms&conditions[0][op]=gt&conditions[0][value]=9000`,
    },
  },
  metrics: {
    table: 'metrics_v1',
    typed: {
      ...{ ...time, name: low, type: low, temporality: low, unit: low, service: low, source: low, seq },
      ...{ series: 'String CODEC(ZSTD(1))', value: double, count: double, sum: double },
    },
    order: 'name, type, day, series, timestamp',
    questions: {
      'average by host, daily': `metrics/infrastructure?${range}&name=requests&fn=avg&breakdown=labels.host`,
      'rate by status, daily': `metrics/infrastructure?${range}&name=requests&fn=rate&breakdown=labels.status`,
      'average where status is 500, daily': `metrics/infrastructure?${range}&name=requests&fn=avg&conditions[0][field]=labels.status&conditions[0][value]=500`,
    },
  },
  traits: {
    table: 'traits_v1',
    typed: { ...time, device, traits: 'JSON CODEC(ZSTD(1))', seq },
    order: 'device, timestamp',
    questions: {
      'events by trait:plan, daily': `metrics/events?${range}&breakdown=trait:plan`,
      'events where trait:plan is pro, daily': `metrics/events?${range}&conditions[0][field]=trait:plan&conditions[0][value]=pro`,
      'dau where trait:seats is above 40': `metrics/dau?${range}&conditions[0][field]=trait:seats&conditions[0][op]=gt&conditions[0][value]=40`,
    },
  },
}

