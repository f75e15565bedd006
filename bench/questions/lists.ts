import { month, rangeOf } from '../days.js'
import { bareOf, devicesAndDays, inDays, oneEvent, untilDay } from './sql.js'
import type { BenchQuestion } from './types.js'

const range = `range=${rangeOf(month)}`
const machine = (table: string, columns: string, where: string): string =>
  `SELECT ${columns} FROM $w.${table} WHERE ${where} AND ${inDays(month)}`

/** Lists, logs and infrastructure metrics: not compared with other products. */
export const lists: readonly BenchQuestion[] = [
  ...['users/raw', 'dau/raw', 'sessions/raw'].map((path) => ({
    name: `list: ${path}`,
    request: { path: `metrics/${path}?${range}&limit=50` },
    bare: bareOf('sum(device), sum(session), max(timestamp)', inDays(month)),
  })),
  {
    name: 'list: wau/raw',
    request: { path: `metrics/wau/raw?${range}&limit=50` },
    bare: bareOf('sum(device), max(timestamp)', inDays({ first: month.last - 6, last: month.last })),
  },
  {
    name: 'list: mau/raw',
    request: { path: `metrics/mau/raw?${range}&limit=50` },
    bare: bareOf('sum(device), max(timestamp)', inDays(month)),
  },
  {
    name: 'list: segments/power_user',
    request: { path: `metrics/segments/power_user?${range}` },
    bare: bareOf('sum(device), sum(session), max(timestamp)', inDays(month)),
  },
  {
    name: 'list: segments/churned',
    request: { path: `metrics/segments/churned?${range}` },
    bare: bareOf('sum(device), max(timestamp)', untilDay(month)),
  },
  {
    name: 'people behind a day of dau',
    request: { path: `metrics/dau/people?range=${rangeOf({ first: month.last - 1, last: month.last - 1 })}` },
    bare: bareOf('sum(device), max(timestamp)', inDays({ first: month.last - 1, last: month.last - 1 })),
  },
  {
    name: 'people who dropped out of a funnel',
    request: {
      path: 'funnels/people',
      body: {
        steps: [{ event: 'event_1' }, { event: 'event_3' }, { event: 'event_7' }],
        step: 3,
        outcome: 'dropped',
        range: rangeOf(month),
      },
    },
    bare: bareOf(
      'sum(device), max(timestamp)',
      `event_name IN ('event_1', 'event_3', 'event_7') AND ${inDays(month)}`,
    ),
  },
  {
    name: 'sum of amount per actor, one event',
    request: { path: `metrics/events/per-actor?${range}&event=event_7&metric=avg&property=amount` },
    bare: bareOf(
      `${devicesAndDays}, sum(properties.amount.:Float64), sum(properties.amount.:Int64)`,
      `${oneEvent} AND ${inDays(month)}`,
    ),
  },
  {
    name: 'logs, daily',
    request: { path: `metrics/logs?${range}` },
    bare: machine('logs_v1', 'max(day)', '1'),
  },
  {
    name: 'top logs by level',
    request: { path: `metrics/logs/top?${range}&field=level` },
    bare: machine('logs_v1', 'max(day), sum(length(level))', '1'),
  },
  {
    name: 'newest 100 logs',
    request: { path: `metrics/logs/raw?${range}&limit=100` },
    bare: `SELECT max(timestamp) FROM $w.logs_v1 WHERE day = toDate(${month.last})`,
  },
  {
    name: 'gauge, average, daily',
    request: { path: `metrics/infrastructure?${range}&name=cpu&fn=avg` },
    bare: machine('metrics_v1', 'sum(value), max(day)', `name = 'cpu'`),
  },
  {
    name: 'counter, rate, daily',
    request: { path: `metrics/infrastructure?${range}&name=requests&fn=rate` },
    bare: machine('metrics_v1', 'sum(value), max(timestamp), max(series)', `name = 'requests'`),
  },
]
