import type { CompiledQuery } from '../../../../core/contract/index.js'
import type { Parameters } from '../../../sql/dialect.js'
import type { Changes } from './snapshot.js'

/** The lists of a statement over changed persons that are known only just before it runs. `owners` are the persons of `devices`. */
type LateName = 'persons' | 'devices' | 'owners' | 'days'

/** Stands among the values of a compiled statement until the list is known. */
interface LateList {
  readonly late: LateName
  /** Which part of the list: a server takes a parameter of 128 KB at most. */
  readonly part: number
  /** What is in the list in any case. */
  readonly beside: readonly number[]
}

const isLate = (value: unknown): value is LateList =>
  typeof value === 'object' && value !== null && 'late' in value

/** A key has up to 20 digits and a comma. */
const keysInPart = 6_000
/** Together they hold more keys than are ever bound (mostRelated in delta.ts). */
const parts = [0, 1] as const

/** A list of keys as SQL, bound by `bindLate`. */
export function lateKeys(name: 'persons' | 'devices' | 'owners', parameters: Parameters): string {
  const each = parts.map((part) =>
    parameters.bind(Object.freeze<LateList>({ late: name, part, beside: [] }), 'keys'),
  )
  return `arrayConcat(${each.join(', ')})`
}

/** The changed days, and those of `beside`, as SQL, bound by `bindLate`. */
export const lateDays = (beside: readonly number[], parameters: Parameters): string =>
  parameters.bind(Object.freeze<LateList>({ late: 'days', part: 0, beside }), 'ints')

/** The statement with its lists. */
export function bindLate(query: CompiledQuery, changes: Changes): CompiledQuery {
  const values = Object.entries(query.parameters).map(([name, value]) => [
    name,
    isLate(value) ? listOf(value, changes) : value,
  ])
  return { ...query, parameters: Object.fromEntries(values) as CompiledQuery['parameters'] }
}

function listOf({ late, part, beside }: LateList, { persons, devices, days }: Changes): readonly unknown[] {
  const keys = { persons, devices: [...devices.keys()], owners: [...devices.values()] }
  if (late === 'days') return [...new Set([...days, ...beside])]
  return keys[late].slice(part * keysInPart, (part + 1) * keysInPart)
}
