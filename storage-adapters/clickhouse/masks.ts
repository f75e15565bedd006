import type { Relation } from '../../core/contract/index.js'
import { deviceKey, type Scope } from '../sql/dialect.js'
import { group } from '../sql/group.js'
import { overDevices } from '../sql/over-devices.js'
import { columnOf, type Column, type Open } from '../sql/query.js'

/** The widest integer has so many bits. */
export const mostBits = 256

export const maskType = (bits: number): 'UInt64' | 'UInt128' | 'UInt256' =>
  bits <= 64 ? 'UInt64' : bits <= 128 ? 'UInt128' : 'UInt256'

export interface MaskOptions {
  /** The column of the rows that holds the number of the bit, never null. */
  readonly bit: string
  readonly bits: number
  /** Columns that split the persons. */
  readonly by: readonly string[]
}

/**
 * Who was active when, as bits: each person's rows are or-ed into one mask, and equal masks are counted. The rows have
 * the columns of `by`, the result those, `mask` and `size`. Persons are resolved after the first grouping, by device.
 */
export function personMasks(rows: Relation, { bit, bits, by }: MaskOptions, scope: Scope): Open {
  const late = overDevices(rows)
  const key = late ? deviceKey : 'person'
  const located = scope.compile(rows, new Set([...by, key, bit]))
  const splitOf = (from: Open) => by.map((name) => [name, columnOf(from, name)] as const)
  const or = (sql: string): readonly [string, Column] => [
    'mask',
    { sql: `groupBitOr(${sql})`, type: 'key', nullable: false },
  ]
  const flag = `bitShiftLeft(to${maskType(bits)}(1), toUInt16(assumeNotNull(${columnOf(located, bit).sql})))`
  const devices = group(
    located,
    [...splitOf(located), [key, columnOf(located, key)]],
    [or(flag)],
    null,
    scope,
  )
  const persons = late ? merged(scope.dialect.resolvePersons(devices, scope)) : devices
  const size: Column = { sql: scope.dialect.count, type: 'int', nullable: false }
  return group(
    persons,
    [...splitOf(persons), ['mask', columnOf(persons, 'mask')]],
    [['size', size]],
    null,
    scope,
  )

  function merged(resolved: Open): Open {
    const keys = [...splitOf(resolved), ['person', columnOf(resolved, 'person')] as const]
    return group(resolved, keys, [or(columnOf(resolved, 'mask').sql)], null, scope)
  }
}
