import type { CompiledQuery } from '../../../../contract/index.js'
import type { Parameters } from '../../../sql/dialect.js'
import type { Changes } from './snapshot.js'

/**
 * The lists of a delta statement that are known only just before it runs. `owners` are the persons of
 * `devices`, `slots` are in seconds since 1970.
 */
type LateName = 'persons' | 'devices' | 'owners' | 'slots'

/** A placeholder among a compiled statement's parameters until the list is known. */
interface LateList {
  readonly late: LateName
  /** The part of the list: ClickHouse accepts parameters of at most 128 KiB. */
  readonly part: number
}

const isLate = (value: unknown): value is LateList =>
  typeof value === 'object' && value !== null && 'late' in value

/** Keys per parameter; each has up to 20 digits and a comma. */
const keysInPart = 6_000
/** Together the parts hold more keys than are ever bound (mostRelated in related.ts). */
const keyParts = [0, 1] as const

/**
 * Returns the SQL of a list of keys that `bindLate` binds. Example:
 *
 *   compiled: device IN (arrayConcat({p0:Array(UInt64)}, {p1:Array(UInt64)}))   p0, p1: placeholders
 *   bound:    the same text                                                     p0: [3, 7], p1: []
 */
export function lateKeys(name: 'persons' | 'devices' | 'owners', parameters: Parameters): string {
  const each = keyParts.map((part) => parameters.bind(Object.freeze<LateList>({ late: name, part }), 'keys'))
  return `arrayConcat(${each.join(', ')})`
}

/** Returns the SQL of the list of slots with new rows, which `bindLate` binds. It is empty if all may have some. */
export const lateSlots = (parameters: Parameters): string =>
  parameters.bind(Object.freeze<LateList>({ late: 'slots', part: 0 }), 'ints')

/** No changes but new rows, in any slot. */
export const noChanges: Changes = { persons: [], devices: new Map(), slots: [] }

/** A statement, and the one that answers in its place if it finds too many labels. */
interface Bindable extends CompiledQuery {
  readonly byGroups?: (() => Bindable) | null
}

/** Returns the statement with its placeholders replaced by the lists. */
export function bindLate(query: Bindable, changes: Changes): Bindable {
  const values = Object.entries(query.parameters).map(([name, value]) => [
    name,
    isLate(value) ? listOf(value, changes) : value,
  ])
  const { byGroups } = query
  return {
    ...query,
    parameters: Object.fromEntries(values) as CompiledQuery['parameters'],
    ...(byGroups && { byGroups: () => bindLate(byGroups(), changes) }),
  }
}

function listOf({ late, part }: LateList, { persons, devices, slots }: Changes): readonly unknown[] {
  if (late === 'slots') return slots
  const keys = { persons, devices: [...devices.keys()], owners: [...devices.values()] }
  return keys[late].slice(part * keysInPart, (part + 1) * keysInPart)
}
