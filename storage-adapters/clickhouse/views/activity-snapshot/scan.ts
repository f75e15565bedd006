import type { Relation } from '../../../../core/contract/index.js'
import type { Scope } from '../../../sql/dialect.js'
import { asksIdentified } from '../../../sql/identity/linked-terms.js'
import { intColumn, keyColumn, nest, render, type Column, type Select } from '../../../sql/select.js'
import { inputOf, isOperator, linkedOperator, unresolved, type Linked } from '../../../sql/identity/nodes.js'
import { rollupOperator, type RollupOptions } from '../../../sql/views/operator.js'
import { dayMs } from '../../../sql/edges.js'
import { dayBitmap, maskText, type DayBitmap, type Span } from './day-bitmap.js'
import type { Changes, KeptPersons, ActivitySnapshot } from './snapshot.js'
import { personTable } from './tables.js'

/** The masks of persons whose days are kept. */
export interface KeptMasks {
  /** Of whom more is asked; null: nothing has changed. */
  readonly changed: ChangedDevices | null
  /** The kept masks, and those of the changed devices instead of theirs: `mask`, and `size`, how many persons have it. */
  together(changed: Select | null): Select
}

export interface ChangedDevices {
  /** The devices whose persons may have other days by now, as a list. */
  readonly devices: string
  /** The person of one of them, null if it is its own. */
  readonly person: (device: string) => string
  /** Whether only those of identified persons count. */
  readonly identified: boolean
  /** The days of which their rows are asked, as a list. */
  readonly days: string
  /** Their masks out of the kept days: the device under its plain name, and `mask`. */
  readonly kept: string
}

/**
 * Masks out of the kept days of persons, where all rows of the events, or those of all identified persons, are asked by
 * whole days. Null elsewhere.
 */
export function keptMasks(
  input: Relation,
  spans: readonly Span[],
  type: string,
  scope: Scope,
): KeptMasks | null {
  const { rows, identified } = told(input)
  if (rows.kind !== 'operator' || rows.operator !== rollupOperator) return null
  const { persons, from, to } = rows.options as RollupOptions & { readonly persons?: KeptPersons }
  const bits = persons === undefined ? null : dayBitmap(spans, { from, to }, persons.days.first)
  if (persons === undefined || bits === null) return null
  persons.ask(bits)

  const { changes, days } = persons
  const mask = maskText(bits.pairs, type)
  const table = personTable('days', scope.database, days.generation)
  const counted = (size: string, conditions: readonly string[]): string => {
    const terms = [...(identified ? ['identified'] : []), ...conditions]
    const where = terms.length === 0 ? '' : ` WHERE ${terms.join(' AND ')}`
    return `SELECT ${mask} AS mask, ${size} AS size FROM ${table}${where} GROUP BY mask`
  }
  const all = counted('toInt64(count())', [])
  if (changes === null)
    return { changed: null, together: () => nest(`SELECT * FROM (${all}) WHERE mask != 0`, columns, scope) }
  return {
    changed: { ...changedDevices(bits, type, persons.days, changes, scope), identified },
    together(changed) {
      const people = scope.parameters.bind(changes.persons, 'keys')
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

/** The rows of everybody, or those of all identified persons, however the plan asks for these. */
function told(input: Relation): { readonly rows: Relation; readonly identified: boolean } {
  if (input.kind === 'where' && asksIdentified(input.condition))
    return { rows: unresolved(input.input), identified: true }
  if (isOperator(input, linkedOperator) && (input.options as Linked).conditions.every(asksIdentified))
    return { rows: unresolved(inputOf(input)), identified: true }
  return { rows: unresolved(input), identified: false }
}

/** Of days that are counted in part the rows tell, not the kept days. */
function changedDevices(
  { pairs, outside }: DayBitmap,
  type: string,
  { generation, first }: ActivitySnapshot,
  changes: Changes,
  scope: Scope,
): Omit<ChangedDevices, 'identified'> {
  const parted = new Set(outside.map(({ from }) => Math.floor(from / dayMs)))
  const whole = pairs.filter(({ kept }) => kept === 0 || !parted.has(first / dayMs + kept - 1))
  const mask = whole.length === 0 ? `to${type}(0)` : maskText(whole, type)
  const [own, others] = [[...changes.devices.keys()], [...changes.devices.values()]].map((keys) =>
    scope.parameters.bind(keys, 'keys'),
  )
  const devices = `(${own ?? ''})`
  return {
    devices,
    person: (device) => `nullIf(transform(${device}, ${own ?? ''}, ${others ?? ''}, ${device}), ${device})`,
    days: `(${scope.parameters.bind([...new Set([...changes.days, ...parted])], 'ints')})`,
    kept: `SELECT device, ${mask} AS mask FROM ${personTable('devices', scope.database, generation)} WHERE device IN ${devices}`,
  }
}

const columns: ReadonlyMap<string, Column> = new Map([
  ['mask', keyColumn('mask')],
  ['size', intColumn('size')],
])
