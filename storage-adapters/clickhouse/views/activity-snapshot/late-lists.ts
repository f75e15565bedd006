import type { CompiledQuery } from '../../../../contract/index.js'
import type { Parameters } from '../../../sql/dialect.js'
import { wordColumns } from './day-bitmap.js'
import type { Changes } from './snapshot.js'

/**
 * The lists of a delta statement that are known only just before it runs: devices with another person and their `owners`; of
 * the persons that are counted again their keys, words of days, and whether these replace others and include a linked
 * device; the devices whose rows of days in part are read; slots in seconds since 1970.
 */
type KeyList = 'devices' | 'owners' | 'persons' | 'replaces' | 'linked' | 'partial' | `days_${number}`

/** A placeholder among a compiled statement's parameters until the list is known. */
interface LateList {
  readonly late: KeyList | 'slots'
  /** The part of the list: ClickHouse accepts parameters of at most 128 KiB. */
  readonly part: number
}

const isLate = (value: unknown): value is LateList =>
  typeof value === 'object' && value !== null && 'late' in value

/** Keys per parameter; each has up to 20 digits and a comma. */
const keysInPart = 6_000
/** Together the parts hold as many keys as are ever bound (mostRelated and mostLate). */
const keyParts = [0, 1] as const

/**
 * Returns the SQL of a list of keys that `bindLate` binds. Example:
 *
 *   compiled: device IN (arrayConcat({p0:Array(UInt64)}, {p1:Array(UInt64)}))   p0, p1: placeholders
 *   bound:    the same text                                                     p0: [3, 7], p1: []
 */
export function lateKeys(name: KeyList, parameters: Parameters): string {
  const each = keyParts.map((part) => parameters.bind(Object.freeze<LateList>({ late: name, part }), 'keys'))
  return `arrayConcat(${each.join(', ')})`
}

/** Returns the SQL of the list of slots with new rows, which `bindLate` binds. It is empty if all may have some. */
export const lateSlots = (parameters: Parameters): string =>
  parameters.bind(Object.freeze<LateList>({ late: 'slots', part: 0 }), 'ints')

/** No changes but new rows, in any slot. */
export const noChanges: Changes = { devices: new Map(), counted: [], partial: [], slots: [] }

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

function listOf({ late, part }: LateList, changes: Changes): readonly unknown[] {
  if (late === 'slots') return changes.slots
  return keysOf(late, changes).slice(part * keysInPart, (part + 1) * keysInPart)
}

function keysOf(name: KeyList, { devices, counted, partial }: Changes): readonly (bigint | undefined)[] {
  switch (name) {
    case 'devices':
      return [...devices.keys()]
    case 'owners':
      return [...devices.values()]
    case 'partial':
      return partial
    case 'persons':
      return counted.map(({ person }) => person)
    case 'replaces':
    case 'linked':
      return counted.map((one) => (one[name] ? 1n : 0n))
    default:
      return counted.map(({ words }) => words[wordColumns.indexOf(name)])
  }
}
