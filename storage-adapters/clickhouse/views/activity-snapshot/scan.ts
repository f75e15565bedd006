import type { OperatorNode, Relation } from '../../../../contract/index.js'
import type { Scope } from '../../../sql/dialect.js'
import { asksIdentified } from '../../../sql/identity/linked-terms.js'
import { inputOf, isOperator, linkedOperator, unresolved, type Linked } from '../../../sql/identity/nodes.js'
import { intColumn, keyColumn, nest, render, type Column, type Select } from '../../../sql/select.js'
import { rollupOperator, type RollupOptions } from '../../../sql/views/operator.js'
import { dayMs } from '../../../sql/edges.js'
import { maskText } from './day-bitmap.js'
import { lateDays, lateKeys } from './late-lists.js'
import { snapshotName, type SnapshotMatch } from './snapshot.js'
import { personTable } from './tables.js'

/** Masks from the snapshot. */
export interface KeptMasks {
  /** The changed devices, whose rows are read too; null if nothing has changed. */
  readonly changed: ChangedDevices | null
  /**
   * Combines the snapshot's masks with the masks of the changed devices, which replace those of their
   * persons. The result has `mask` and `size`, the number of persons.
   */
  together(changed: Select | null): Select
}

/** The changed devices as SQL. */
export interface ChangedDevices {
  /** The list of devices whose persons' days may have changed. */
  readonly devices: string
  /** Returns the person of a changed device, or null if it is a person of its own. */
  readonly person: (device: string) => string
  /** Whether only identified persons count. */
  readonly identified: boolean
  /** The list of days whose rows are read. */
  readonly days: string
  /** The statement of their masks in the snapshot: `device` and `mask`. */
  readonly kept: string
}

/** The options of a view's scan, with the matched snapshot. */
export type MatchedOptions = RollupOptions & { readonly persons?: SnapshotMatch }

/** Returns the view's scan if the rows are all events, or all events of identified persons; else null. */
export function viewScanOf(
  input: Relation,
): { readonly scan: OperatorNode; readonly identified: boolean } | null {
  const { rows, identified } = unfiltered(input)
  return isOperator(rows, rollupOperator) ? { scan: rows, identified } : null
}

/**
 * Strips the condition "identified" and the resolution of persons from a plan, in whichever form it has them.
 */
function unfiltered(input: Relation): { readonly rows: Relation; readonly identified: boolean } {
  if (input.kind === 'where' && asksIdentified(input.condition))
    return { rows: unresolved(input.input), identified: true }
  if (isOperator(input, linkedOperator) && (input.options as Linked).conditions.every(asksIdentified))
    return { rows: unresolved(inputOf(input)), identified: true }
  return { rows: unresolved(input), identified: false }
}

/** Returns masks from the snapshot if the plan was matched with it, else null. */
export function keptMasks(input: Relation, type: string, scope: Scope): KeptMasks | null {
  const rows = viewScanOf(input)
  const match = (rows?.scan.options as MatchedOptions | undefined)?.persons
  if (rows === null || match === undefined) return null
  scope.reads.add(snapshotName)

  const { identified } = rows
  const { bits, snapshot, delta } = match
  const mask = maskText(bits.pairs, type)
  const table = personTable('days', scope.database, snapshot.generation)
  const counted = (size: string, conditions: readonly string[]): string => {
    const terms = [...(identified ? ['identified'] : []), ...conditions]
    const where = terms.length === 0 ? '' : ` WHERE ${terms.join(' AND ')}`
    return `SELECT ${mask} AS mask, ${size} AS size FROM ${table}${where} GROUP BY mask`
  }
  const all = counted('toInt64(count())', [])
  if (!delta)
    return { changed: null, together: () => nest(`SELECT * FROM (${all}) WHERE mask != 0`, columns, scope) }
  return {
    changed: { ...changedDevices(match, type, scope), identified },
    together(changed) {
      const people = lateKeys('persons', scope.parameters)
      const sides = [
        all,
        counted('-toInt64(count())', [`person IN (${people})`]),
        ...(changed === null ? [] : [render(changed, ['mask', 'size'], scope)]),
      ]
      const text =
        `SELECT a.mask AS mask, sum(a.size) AS size FROM (${sides.join(' UNION ALL ')}) AS a ` +
        `WHERE a.mask != 0 GROUP BY a.mask HAVING sum(a.size) != 0`
      return nest(text, columns, scope)
    },
  }
}

/** Returns the changed devices as SQL. For days counted in part, rows are read instead of stored bits. */
function changedDevices(
  { bits: { pairs, outside }, snapshot: { generation, first } }: SnapshotMatch,
  type: string,
  scope: Scope,
): Omit<ChangedDevices, 'identified'> {
  const parted = new Set(outside.map(({ from }) => Math.floor(from / dayMs)))
  const whole = pairs.filter(({ kept }) => kept === 0 || !parted.has(first / dayMs + kept - 1))
  const mask = whole.length === 0 ? `to${type}(0)` : maskText(whole, type)
  const own = lateKeys('devices', scope.parameters)
  const owners = lateKeys('owners', scope.parameters)
  const devices = `(${own})`
  return {
    devices,
    person: (device) => `nullIf(transform(${device}, ${own}, ${owners}, ${device}), ${device})`,
    days: `(${lateDays([...parted], scope.parameters)})`,
    kept: `SELECT device, ${mask} AS mask FROM ${personTable('devices', scope.database, generation)} WHERE device IN ${devices}`,
  }
}

const columns: ReadonlyMap<string, Column> = new Map([
  ['mask', keyColumn('mask')],
  ['size', intColumn('size')],
])
