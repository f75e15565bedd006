import { deviceKey, type NativeOperator } from '../../sql/dialect.js'
import type { Column, Open } from '../../sql/query.js'
import type { RollupOptions } from '../../sql/rollup.js'
import { rangeConditions, resolvePersons } from '../scan.js'
import {
  columnsOfRollup,
  firstColumn,
  hourOf,
  isContext,
  lastColumn,
  rollups,
  rowsColumn,
  rollupTable,
  storedColumns,
} from './tables.js'

/** The rows of a rollup, read where they lie: each part's own, not yet put together. */
export const compileRollup: NativeOperator = (node, needed, scope) => {
  const options = node.options as RollupOptions
  const rollup = rollups.find(({ name }) => name === options.name)
  if (rollup === undefined) throw new Error(`there is no rollup ${options.name}`)
  const alias = scope.alias()
  const stored = storedColumns(alias)
  const range = { from: options.from, to: options.to }
  const times: Readonly<Record<string, string>> = {
    [rowsColumn]: stored.rows,
    [firstColumn]: stored.first,
    [lastColumn]: stored.last,
  }
  const columns = new Map<string, Column>()
  for (const [name, type] of Object.entries(columnsOfRollup(rollup))) {
    if (name === 'person' || name === 'user_id') continue
    if (name === 'timestamp')
      columns.set(name, { sql: stored.time, type, nullable: false, range, day: `${alias}.day` })
    else if (name === 'session')
      columns.set(name, { sql: `nullIf(${alias}.session, 0)`, type, nullable: true })
    else if (isContext(name)) columns.set(name, { sql: `nullIf(${alias}.${name}, '')`, type, nullable: true })
    else columns.set(name, { sql: times[name] ?? `${alias}.${name}`, type, nullable: false })
  }
  if (rollup.keys.includes('device'))
    columns.set(deviceKey, { sql: `${alias}.device`, type: 'key', nullable: false })
  const { shards } = scope
  const table = rollupTable(shards?.database ?? scope.database, rollup, options.generation)
  const rows: Open = {
    from: `${shards?.read(table) ?? table} AS ${alias}`,
    ...(shards !== null && { here: `${table} AS ${alias}` }),
    where: rangeConditions(alias, options, scope, hourOf(alias)),
    columns,
    text: null,
  }
  return needed.has('person') || needed.has('user_id') ? resolvePersons(rows, scope) : rows
}
