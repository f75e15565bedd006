import type { CompiledQuery } from '../../../../contract/index.js'
import type { Parameters } from '../../../sql/dialect.js'
import type { Changes } from './snapshot.js'

/**
 * The lists of a delta statement that are known only just before it runs. `owners` are the persons of
 * `devices`.
 */
type LateName = 'persons' | 'devices' | 'owners' | 'days' | 'parts'

/** A placeholder among a compiled statement's parameters until the list is known. */
interface LateList {
  readonly late: LateName
  /** The part of the list: ClickHouse accepts parameters of at most 128 KiB. */
  readonly part: number
  /** Values that the list always contains. */
  readonly beside: readonly number[]
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
  const each = keyParts.map((part) =>
    parameters.bind(Object.freeze<LateList>({ late: name, part, beside: [] }), 'keys'),
  )
  return `arrayConcat(${each.join(', ')})`
}

/** Returns the SQL of the list of changed days and those of `beside`, which `bindLate` binds. */
export const lateDays = (beside: readonly number[], parameters: Parameters): string =>
  parameters.bind(Object.freeze<LateList>({ late: 'days', part: 0, beside }), 'ints')

/** Returns the SQL of the list of parts with new rows, which `bindLate` binds. */
export const lateParts = (parameters: Parameters): string =>
  parameters.bind(Object.freeze<LateList>({ late: 'parts', part: 0, beside: [] }), 'texts')

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
  { late, part, beside }: LateList,
  { persons, devices, days, parts }: Changes,
): readonly unknown[] {
  const keys = { persons, devices: [...devices.keys()], owners: [...devices.values()] }
  if (late === 'parts') return parts
  if (late === 'days') return [...new Set([...days, ...beside])]
  return keys[late].slice(part * keysInPart, (part + 1) * keysInPart)
}
