import type { OperatorNode } from '../../../contract/index.js'
import type { NativeOperator } from '../../sql/dialect.js'
import { dayMs } from '../../sql/edges.js'
import { keyColumn, nest } from '../../sql/select.js'
import { inNewParts } from '../views/person-map/late.js'
import type { Part } from '../views/activity-snapshot/stored-parts.js'
import { snapshotName } from '../views/activity-snapshot/snapshot.js'
import { personTable } from '../views/activity-snapshot/tables.js'
import { deviceSlots, rollupTable, slotOf } from '../views/rollups/tables.js'

/** The name of an operator that only this adapter inserts into plans and compiles. */
export const straddlingSessionsOperator = '@straddling-sessions'

/** Which tables have the sessions of several days. */
export interface SessionsUse {
  /** The generation of the snapshot, and that of the rollups. */
  readonly generation: number
  readonly rollup: number
  /** The parts of events that the snapshot knows. */
  readonly known: readonly Part[]
  /** Whether events are read that are newer than the snapshot. */
  readonly late: boolean
}

export interface StraddlingSessions {
  /** The column of the keys. */
  readonly name: string
  /** A time in ms. */
  readonly from: number
  readonly use: SessionsUse
}

/**
 * All sessions with an event before a time and another from then on. If events newer than the snapshot are read, or the time
 * is no midnight, there may be others among them.
 */
export const straddlingSessions = (options: StraddlingSessions): OperatorNode =>
  Object.freeze({
    ...({ kind: 'operator', operator: straddlingSessionsOperator, inputs: [] } as const),
    options,
    columns: { [options.name]: 'key' } as const,
  })

/**
 * Compiles it into the sessions that the snapshot lists, those of the same day before the time, and those of newer events.
 * Both events of a session are below the snapshot, which lists it if they have different days, or one of them is newer.
 */
export const compileStraddlingSessions: NativeOperator = (node, _needed, scope) => {
  const { name, from, use } = node.options as StraddlingSessions
  scope.reads.add(snapshotName)
  const day = `toDate(${scope.parameters.bind(Math.floor(from / dayMs), 'int')})`
  const column = scope.dialect.identifier(name)
  const slots = (condition: string): string =>
    `SELECT s.session AS ${column} FROM ${rollupTable(scope.database, deviceSlots, use.rollup)} AS s WHERE s.session != 0 AND ${condition}`
  const sides = [
    `SELECT session AS ${column} FROM ${personTable('sessions', scope.database, use.generation)} WHERE first < ${day} AND last >= ${day}`,
  ]
  if (from % dayMs !== 0) {
    const start = `toDateTime(${scope.parameters.bind(Math.ceil(from / 1000), 'int')}, 'UTC')`
    sides.push(slots(`s.day = ${day} AND ${slotOf('s')} < ${start}`))
  }
  if (use.late) sides.push(slots(inNewParts(use.known, scope.parameters, 's._part')))
  return nest(sides.join(' UNION ALL '), new Map([[name, keyColumn(column)]]), scope)
}
