import { deviceKey, type Scope } from '../../../sql/dialect.js'
import { dayMs } from '../../../sql/edges.js'
import {
  columnOf,
  keyColumn,
  nest,
  render,
  withColumns,
  type Column,
  type Select,
} from '../../../sql/select.js'
import { rollupCompiler } from '../../../sql/views/compile.js'
import { firstColumn, lastColumn, rowsColumn, type RollupOptions } from '../../../sql/views/operator.js'
import { dayOf, rangeConditions } from '../../query/scan.js'
import { holdsCondition } from '../triggered/parts.js'
import { hasSlots, rollups, tableOf, type Rollup } from './tables.js'
import { rollupView } from './triggers.js'

/**
 * Compiles the scan of a rollup. Cut slots are read from the events, each event as a row with count 1.
 *
 *     SELECT day, rows FROM event_days WHERE day <> today
 *     UNION ALL SELECT day, 1 FROM events WHERE day = today AND ms < now
 */
export const compileRollup = rollupCompiler(rollups, (rollup, options, needed, scope) => {
  const whole = wholeSlots(rollup, options, scope)
  if (options.cuts.length === 0) return whole
  return withCuts(whole, cutSlots(rollup, options, scope), needed, scope)
})

const slotIn = (rollup: Rollup, alias: string): string => `${alias}.slot * ${rollup.slotMs}`
const dayNumber = (alias: string): string => `(${alias}.day - DATE '1970-01-01')`

function wholeSlots(rollup: Rollup, options: RollupOptions, scope: Scope): Select {
  const alias = scope.alias()
  const start = `${dayNumber(alias)} * ${dayMs}::bigint`
  const time = hasSlots(rollup) ? `(${start} + ${slotIn(rollup, alias)})` : `(${start})`
  const stored = { time, rows: `${alias}.rows`, first: `${alias}.first`, last: `${alias}.last` }
  return {
    from: `${tableOf(scope.database, rollup)} AS ${alias}`,
    where: [
      holdsCondition(scope.database, rollupView),
      ...rangeConditions(alias, options, scope, time),
      ...options.cuts.map((slot) => isOther(rollup, alias, slot, scope)),
    ],
    columns: columnsOver(rollup, alias, stored, options),
    text: null,
  }
}

function isOther(rollup: Rollup, alias: string, cut: number, scope: Scope): string {
  const day = `${alias}.day <> ${dayOf(cut, scope)}`
  if (!hasSlots(rollup)) return day
  const slot = scope.parameters.bind((cut % dayMs) / rollup.slotMs, 'int')
  return `(${day} OR ${alias}.slot <> ${slot})`
}

function cutSlots(rollup: Rollup, options: RollupOptions, scope: Scope): Select {
  const alias = scope.alias()
  const days = [...new Set(options.cuts.map((slot) => Math.floor(slot / dayMs) * dayMs))]
  const inside = options.cuts.map((slot) => {
    const [start, end] = [slot, slot + rollup.slotMs].map((ms) => scope.parameters.bind(ms, 'time'))
    return `(${alias}.ms >= ${start ?? ''} AND ${alias}.ms < ${end ?? ''})`
  })
  const time = `${alias}.ms`
  return {
    from: `${scope.database}.events_v1 AS ${alias}`,
    where: [
      `${alias}.day IN (${days.map((day) => dayOf(day, scope)).join(', ')})`,
      `(${inside.join(' OR ')})`,
      ...rangeConditions(alias, options, scope),
    ],
    columns: columnsOver(rollup, alias, { time, rows: '1::bigint', first: time, last: time }, options),
    text: null,
  }
}

function withCuts(whole: Select, cut: Select, needed: ReadonlySet<string>, scope: Scope): Select {
  const time = needed.has('timestamp') ? whole.columns.get('timestamp') : undefined
  const sides = [whole, cut].map((side) => {
    const day = side.columns.get('timestamp')?.day ?? ''
    const columns = [...side.columns].filter(([name]) => needed.has(name))
    const days = keyColumn(day)
    return withColumns({ ...side, columns: new Map(columns) }, time === undefined ? [] : [[dayColumn, days]])
  })
  const names = [...(sides[0]?.columns.keys() ?? [])]
  const text = sides.map((side) => render(side, names, scope)).join(' UNION ALL ')
  const rows = nest(text, sides[0]?.columns ?? new Map<string, Column>(), scope)
  if (time === undefined) return rows
  const timestamp = { ...columnOf(rows, 'timestamp'), day: columnOf(rows, dayColumn).sql }
  return withColumns(rows, [['timestamp', timestamp]])
}

const dayColumn = '@day'

interface Stored {
  readonly time: string
  readonly rows: string
  readonly first: string
  readonly last: string
}

function columnsOver(
  { keys }: Rollup,
  alias: string,
  stored: Stored,
  { from, to }: RollupOptions,
): Map<string, Column> {
  const column = (sql: string, type: Column['type']): Column => ({ sql, type, nullable: false })
  const columns = new Map<string, Column>([
    ['timestamp', { ...column(stored.time, 'time'), range: { from, to }, day: `${alias}.day` }],
    [rowsColumn, column(stored.rows, 'int')],
    [firstColumn, column(stored.first, 'time')],
    [lastColumn, column(stored.last, 'time')],
  ])
  if (keys.includes('event_name')) columns.set('event_name', column(`${alias}.event_name`, 'text'))
  if (keys.includes('session'))
    columns.set('session', { ...column(`nullif(${alias}.session, 0)`, 'key'), nullable: true })
  if (keys.includes('device')) columns.set(deviceKey, column(`${alias}.device`, 'key'))
  return columns
}
