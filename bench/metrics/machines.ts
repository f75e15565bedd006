import { clickhouseText } from './clickhouse-text.js'
import { postgresText } from './postgres-text.js'
import { firstDay, type MachineQuestion, type Peers } from './questions.js'

const grown = 'sum(CASE WHEN before IS NULL THEN 0 WHEN value < before THEN value ELSE value - before END)'

function clickhouse(): Readonly<Record<MachineQuestion, Peers>> {
  const { inDays, inTime, place } = clickhouseText
  const counter = `w1.metrics_v1 WHERE name = 'requests' AND ${inDays()}`
  return {
    logs: {
      bare: `SELECT max(day) FROM w1.logs_v1 WHERE ${inDays()}`,
      shapes: {
        'by timestamp': `SELECT toInt32(toDate(timestamp)) - ${firstDay} AS bucket, count() AS value FROM w1.logs_v1 WHERE ${inTime} GROUP BY bucket`,
        'by start of day': `SELECT dateDiff('day', toDate(${firstDay}), toStartOfDay(timestamp)) AS bucket, count() AS value FROM w1.logs_v1 WHERE ${inTime} GROUP BY bucket`,
      },
    },
    'gauge, average': {
      bare: `SELECT sum(value), max(day) FROM w1.metrics_v1 WHERE name = 'cpu' AND ${inDays()}`,
      shapes: {
        'by timestamp': `SELECT toInt32(toDate(timestamp)) - ${firstDay} AS bucket, avg(value) AS value FROM w1.metrics_v1 AS m WHERE name = 'cpu' AND ${inTime} GROUP BY bucket`,
        'sum over count': `SELECT ${place} AS bucket, sum(m.value) / count(m.value) AS value FROM w1.metrics_v1 AS m WHERE name = 'cpu' AND ${inDays()} GROUP BY bucket`,
      },
    },
    'counter, sum': {
      bare: `SELECT sum(value), max(timestamp), max(series) FROM ${counter}`,
      shapes: {
        'the reading before by a window': `SELECT bucket, ${grown} AS value FROM (SELECT ${place} AS bucket, m.value AS value, lagInFrame(toNullable(m.value)) OVER (PARTITION BY source, service, toString(labels) ORDER BY timestamp, seq ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS before FROM w1.metrics_v1 AS m WHERE name = 'requests' AND ${inDays()}) GROUP BY bucket`,
        'sorted arrays': `SELECT tupleElement(step, 1) AS bucket, sum(tupleElement(step, 2)) AS value FROM (
            SELECT arraySort(groupArray((timestamp, seq, ${place}, assumeNotNull(m.value)))) AS list,
              arrayJoin(arrayMap((one, i) -> (tupleElement(one, 3), multiIf(i = 1, 0., tupleElement(one, 4) < tupleElement(list[i - 1], 4), tupleElement(one, 4), tupleElement(one, 4) - tupleElement(list[i - 1], 4))), list, arrayEnumerate(list))) AS step
            FROM w1.metrics_v1 AS m WHERE name = 'requests' AND ${inDays()} GROUP BY source) GROUP BY bucket`,
      },
    },
  }
}

function postgres(): Readonly<Record<MachineQuestion, Peers>> {
  const { inDays, inTime, place, placeOf } = postgresText
  return {
    logs: {
      bare: `SELECT max(e.day) FROM w1.logs_v1 AS e WHERE ${inDays()}`,
      shapes: {
        'by timestamp': `SELECT ${placeOf('e.timestamp')} AS bucket, count(*) AS value FROM w1.logs_v1 AS e WHERE ${inTime} GROUP BY 1`,
        'by day': `SELECT ${place} AS bucket, count(*) AS value FROM w1.logs_v1 AS e WHERE ${inDays()} GROUP BY 1`,
      },
    },
    'gauge, average': {
      bare: `SELECT sum(e.value), max(e.day) FROM w1.metrics_v1 AS e WHERE e.name = 'cpu' AND ${inDays()}`,
      shapes: {
        'by timestamp': `SELECT ${placeOf('e.timestamp')} AS bucket, avg(e.value) AS value FROM w1.metrics_v1 AS e WHERE e.name = 'cpu' AND ${inTime} GROUP BY 1`,
        'sum over count': `SELECT ${place} AS bucket, sum(e.value) / count(e.value) AS value FROM w1.metrics_v1 AS e WHERE e.name = 'cpu' AND ${inDays()} GROUP BY 1`,
      },
    },
    'counter, sum': {
      bare: `SELECT sum(e.value), max(e.ms), max(e.series) FROM w1.metrics_v1 AS e WHERE e.name = 'requests' AND ${inDays()}`,
      shapes: {
        'the reading before by a window': `SELECT bucket, ${grown} AS value FROM (SELECT ${place} AS bucket, e.value, lag(e.value) OVER (PARTITION BY e.source, e.service, e.labels ORDER BY e.ms, e.seq) AS before FROM w1.metrics_v1 AS e WHERE e.name = 'requests' AND ${inDays()}) AS w GROUP BY 1`,
        'sorted arrays': `SELECT bucket, ${grown} AS value FROM (
            SELECT days[i] AS bucket, list[i] AS value, list[i - 1] AS before FROM (
              SELECT array_agg(e.value ORDER BY e.ms, e.seq) AS list, array_agg(${place} ORDER BY e.ms, e.seq) AS days FROM w1.metrics_v1 AS e WHERE e.name = 'requests' AND ${inDays()} GROUP BY e.source) AS s,
            generate_series(1, cardinality(list)) AS i) AS w GROUP BY 1`,
      },
    },
  }
}

export const clickhouseMachines = clickhouse()
export const postgresMachines = postgres()
