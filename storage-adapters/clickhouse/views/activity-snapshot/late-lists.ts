import type { CompiledQuery } from '../../../../contract/index.js'
import type { Parameters } from '../../../sql/dialect.js'
import { wordColumns } from './day-bitmap.js'
import type { Changes } from './snapshot.js'

/**
 * The lists of a delta statement that are known only just before it runs: devices with another person and their `owners`; of
 * the persons that are counted again their keys, words of days, and whether these replace others and include a linked
 * device; the devices whose rows of days in part are read; parts with old rows, and their slots with new ones in seconds since
 * 1970.
 */
type KeyList = 'devices' | 'owners' | 'persons' | 'replaces' | 'linked' | 'partial' | `days_${number}`

/**
 * A placeholder among a compiled statement's parameters until the list is known. A list is one parameter, of at most 128 KiB:
 * so many keys are bound at most (mostRelated and mostLate).
 */
interface LateList {
  readonly late: KeyList | 'slots' | 'merged'
}

const isLate = (value: unknown): value is LateList =>
  typeof value === 'object' && value !== null && 'late' in value

/**
 * Returns the SQL of a list of keys that `bindLate` binds. Example:
 *
 *   compiled: device IN ({p0:Array(UInt64)})   p0: a placeholder
 *   bound:    the same text                    p0: [3, 7]
 */
export const lateKeys = (name: KeyList, parameters: Parameters): string =>
  parameters.bind(Object.freeze<LateList>({ late: name }), 'keys')

/** Returns the SQL of the list of merged parts whose rows are new only in `lateSlots`; `bindLate` binds it. */
export const lateParts = (parameters: Parameters): string =>
  parameters.bind(Object.freeze<LateList>({ late: 'merged' }), 'texts')

/** Returns the SQL of the list of slots with new rows in `lateParts`, which `bindLate` binds. */
export const lateSlots = (parameters: Parameters): string =>
  parameters.bind(Object.freeze<LateList>({ late: 'slots' }), 'ints')

/** No changes but new rows: all of those in new parts. */
export const noChanges: Changes = { devices: new Map(), counted: [], partial: [], merged: [], slots: [] }

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

function listOf(
  { late }: LateList,
  { devices, counted, partial, merged, slots }: Changes,
): readonly (bigint | number | string | undefined)[] {
  switch (late) {
    case 'slots':
      return slots
    case 'merged':
      return merged
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
      return counted.map((one) => (one[late] ? 1n : 0n))
    default:
      return counted.map(({ words }) => words[wordColumns.indexOf(late)])
  }
}
