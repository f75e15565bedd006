import type { Relation } from '../../core/contract/index.js'
import { deviceKey, type Scope } from '../sql/dialect.js'
import { compileCondition } from '../sql/expr.js'
import { group } from '../sql/group.js'
import { overDevices, withoutPersonConditions } from '../sql/over-devices.js'
import { columnOf, withColumns, type Column, type Open } from '../sql/query.js'
import { linkedPerson } from './scan.js'

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
 * the columns of `by`, the result those, `mask` and `size`. Persons are resolved after the first grouping, by device,
 * and conditions that only ask who the person is wait until then.
 */
export function personMasks(asked: Relation, { bit, bits, by }: MaskOptions, scope: Scope): Open {
  const { rows, conditions } = withoutPersonConditions(asked)
  const late = overDevices(rows)
  const key = late ? deviceKey : 'person'
  const located = scope.compile(late ? rows : asked, new Set([...by, key, bit]))
  const flag = `bitShiftLeft(to${maskType(bits)}(1), toUInt16(assumeNotNull(${columnOf(located, bit).sql})))`
  const grouped = group(
    located,
    [...columnsNamed(located, by), [key, columnOf(located, key)]],
    [['mask', plain(`groupBitOr(${flag})`)]],
    null,
    scope,
  )
  const alike = late ? personsAlike(resolved(grouped)) : withColumns(grouped, [['size', int('1')]])
  const size = int(`toInt64(sum(${columnOf(alike, 'size').sql}))`)
  return group(alike, columnsNamed(alike, [...by, 'mask']), [['size', size]], null, scope)

  function resolved(devices: Open): Open {
    const persons = scope.dialect.resolvePersons(devices, scope)
    const kept = conditions.flatMap((condition) => compileCondition(condition, persons, scope))
    return { ...persons, where: [...persons.where, ...kept] }
  }

  /** Devices without a link are persons already: only their masks are told apart, which are far fewer. */
  function personsAlike(devices: Open): Open {
    const linked = columnOf(devices, linkedPerson).sql
    const mask = columnOf(devices, 'mask').sql
    const person = plain(`ifNull(${linked}, 0)`)
    const own = plain(`if(isNull(${linked}), ${mask}, 0)`)
    return group(
      devices,
      [...columnsNamed(devices, by), ['person', person], ['own', own]],
      [
        ['mask', plain(`groupBitOr(${mask})`)],
        ['size', int(`if(${person.sql} = 0, count(), 1)`)],
      ],
      null,
      scope,
    )
  }
}

const columnsNamed = (from: Open, names: readonly string[]): (readonly [string, Column])[] =>
  names.map((name) => [name, columnOf(from, name)])

const plain = (sql: string): Column => ({ sql, type: 'key', nullable: false })
const int = (sql: string): Column => ({ sql, type: 'int', nullable: false })
