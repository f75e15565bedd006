import { deviceKey, type Scope } from '../../../sql/dialect.js'
import { dayMs } from '../../../sql/edges.js'
import {
  keyColumn,
  nest,
  withColumns,
  type Column,
  type Select,
  type TimeRange,
} from '../../../sql/select.js'
import { rollupCompiler } from '../../../sql/views/compile.js'
import {
  firstColumn,
  lastColumn,
  midnightColumn,
  rowsColumn,
  type RollupOptions,
} from '../../../sql/views/operator.js'
import { newerRows, type MatchedOptions } from '../activity-snapshot/scan.js'
import { optionalKey, optionalText, rangeConditions } from '../../query/scan.js'
import {
  columnsOfRollup,
  slotMs,
  slotOf,
  slotOfEvent,
  isContext,
  rollups,
  rollupTable,
  storedColumns,
  storedEvents,
  timeOfSlot,
  type Rollup,
  type StoredColumns,
} from './tables.js'

/**
 * Compiles the scan of a rollup. It reads each part's rows before they are merged. Events of cut slots are
 * read from the table, each as a row of its own. Example, hours until now (10:07):
 *
 *   before: SELECT …, count() FROM events WHERE timestamp < 10:07 GROUP BY …
 *   after:  SELECT …, sum(rows) FROM (event_slots WHERE slot < 10:07 AND slot NOT IN (10:00)
 *             UNION ALL events WHERE timestamp >= 10:00 AND timestamp < 10:07) GROUP BY …
 */
export const compileRollup = rollupCompiler(rollups, (rollup, options, needed, scope) =>
  options.cuts.length === 0 ? wholeSlots(rollup, options, scope) : withCuts(rollup, needed, options, scope),
)

function wholeSlots(rollup: Rollup, options: RollupOptions, scope: Scope): Select {
  const alias = scope.alias()
  const { shards } = scope
  const table = rollupTable(shards?.database ?? scope.database, rollup, options.generation)
  const cut = options.cuts
    .map((slot) => `toDateTime(${scope.parameters.bind(slot / 1000, 'int')}, 'UTC')`)
    .join(', ')
  return {
    from: `${shards?.read(table) ?? table} AS ${alias}`,
    ...(shards !== null && { perShard: `${table} AS ${alias}` }),
    where: [
      ...rangeConditions(alias, options, scope, slotOf(alias)),
      ...(cut === '' ? [] : [`${slotOf(alias)} NOT IN (${cut})`]),
      ...newerOf(alias, slotOf(alias), options, scope),
    ],
    columns: columnsOver(rollup, alias, storedColumns(alias), options),
    text: null,
  }
}

function cutSlots(rollup: Rollup, options: RollupOptions, scope: Scope): Select {
  const alias = scope.alias()
  const days = [...new Set(options.cuts.map((slot) => Math.floor(slot / dayMs)))]
  const list = days.map((day) => `toDate(${scope.parameters.bind(day, 'int')})`).join(', ')
  const inside = options.cuts.map((slot) => {
    const [start, end] = [slot, slot + slotMs].map((ms) => instant(ms, scope))
    return `(${alias}.timestamp >= ${start ?? ''} AND ${alias}.timestamp < ${end ?? ''})`
  })
  return {
    from: `${scope.database}.events_v1 AS ${alias}`,
    ...(scope.shards !== null && { perShard: `${scope.shards.database}.events_v1 AS ${alias}` }),
    where: [
      `${alias}.day IN (${list})`,
      `(${inside.join(' OR ')})`,
      ...rangeConditions(alias, options, scope),
      ...newerOf(alias, slotOfEvent(alias), options, scope),
    ],
    columns: columnsOver(rollup, alias, storedEvents(alias), options),
    text: null,
  }
}

/** Beside the activity snapshot, only rows are read that it lacks. */
function newerOf(alias: string, slot: string, options: MatchedOptions, scope: Scope): readonly string[] {
  const columns = { part: `${alias}._part`, slot, day: `${alias}.day`, device: `${alias}.device` }
  const condition = newerRows(options, columns, scope)
  return condition === null ? [] : [condition]
}

/** Uses milliseconds, like the column: for `<` with a DateTime, 26.7's index skips the last second. */
const instant = (ms: number, scope: Scope): string =>
  `fromUnixTimestamp64Milli(${scope.parameters.bind(ms, 'int')}, 'UTC')`

function withCuts(rollup: Rollup, needed: ReadonlySet<string>, options: RollupOptions, scope: Scope): Select {
  const sides = [wholeSlots(rollup, options, scope), cutSlots(rollup, options, scope)]
  const texts = sides.map(({ from, perShard, where, columns }) => {
    const list = [...columns].flatMap(([name, { sql, day }]) => {
      if (!needed.has(name)) return []
      const shown = `${sql} AS ${scope.dialect.identifier(name)}`
      return day === undefined ? [shown] : [shown, `${day} AS ${scope.dialect.identifier(dayColumn)}`]
    })
    return `SELECT ${list.length > 0 ? list.join(', ') : '1'} FROM ${perShard ?? from} WHERE ${where.join(' AND ')}`
  })
  const columns = new Map([...(sides[0]?.columns ?? [])].filter(([name]) => needed.has(name)))
  const rows = nest(texts.join(' UNION ALL '), columns, scope, scope.shards)
  const time = rows.columns.get('timestamp')
  if (time === undefined) return rows
  const day = time.sql.replace(scope.dialect.identifier('timestamp'), scope.dialect.identifier(dayColumn))
  return withColumns(rows, [['timestamp', { ...time, day }]])
}

const dayColumn = '@day'

function columnsOver(
  rollup: Rollup,
  alias: string,
  stored: StoredColumns,
  { from, to }: RollupOptions,
): Map<string, Column> {
  const made: Readonly<Record<string, string>> = {
    [rowsColumn]: stored.rows,
    [firstColumn]: stored.first,
    [lastColumn]: stored.last,
  }
  const columns = new Map<string, Column>()
  for (const [name, type] of Object.entries(columnsOfRollup(rollup))) {
    if (name === 'person' || name === 'user_id') continue
    if (name === 'timestamp')
      columns.set(name, {
        ...timeOf(alias, stored),
        nullable: false,
        range: { from, to },
        day: `${alias}.day`,
      })
    else if (name === midnightColumn) columns.set(name, midnightOf(alias, { from, to }))
    else if (name === 'session') columns.set(name, optionalKey(`${alias}.session`))
    else if (name === rowsColumn && stored.rowsState !== null)
      columns.set(name, { sql: stored.rows, type, nullable: false, countState: stored.rowsState })
    else if (isContext(name)) columns.set(name, optionalText(`${alias}.${name}`))
    else columns.set(name, { sql: made[name] ?? `${alias}.${name}`, type, nullable: false })
  }
  if (rollup.keys.includes('device')) columns.set(deviceKey, keyColumn(`${alias}.device`))
  return columns
}

/** The start of a row's slot; an event has its time in its place. */
const timeOf = (
  alias: string,
  { rowsState, time }: StoredColumns,
): Pick<Column, 'sql' | 'type' | 'rising'> => ({
  sql: time,
  type: 'time',
  ...(rowsState === null ? {} : { rising: { stored: slotOf(alias), of: timeOfSlot } }),
})

const timeOfDay = (day: string): string => `toInt64(${day}) * ${dayMs}`

/** The midnight before a row's slot. */
const midnightOf = (alias: string, { from, to }: TimeRange): Column => ({
  sql: timeOfDay(`${alias}.day`),
  type: 'time',
  nullable: false,
  range: { from: from === null ? null : Math.floor(from / dayMs) * dayMs, to },
  rising: { stored: `${alias}.day`, of: timeOfDay },
})
