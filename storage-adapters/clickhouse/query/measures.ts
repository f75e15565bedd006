import type { ColumnType, Measure } from '../../../contract/index.js'
import type { Dialect } from '../../sql/dialect.js'
import type { Column } from '../../sql/select.js'
import { isEndOfSlots } from '../../sql/views/operator.js'
import { castTo } from './parameters.js'

/** Returns the aggregate of a measure over a value; see Dialect.measure. */
export function measureText(
  measure: Exclude<Measure, { kind: 'count' }>,
  value: Column,
  order: readonly Column[],
  certain: boolean,
): string {
  // OrNull stores a boolean with every state, so it is used only where a group may have no value.
  const orNull = certain ? '' : 'OrNull'
  switch (measure.kind) {
    case 'count-distinct':
      return `toInt64(uniqExact(${value.sql}))`
    case 'sum':
      // Reading a state as a number costs as much as reading the rest of the rows.
      if (certain && value.countState !== undefined) return `toInt64(countMerge(${value.countState}))`
      return `sum${orNull}(${value.sql})`
    case 'min':
    case 'max': {
      const { rising } = value
      if (rising !== undefined) return rising.of(`${measure.kind}${orNull}(${rising.stored})`)
      return `${measure.kind}${orNull}(${value.sql})`
    }
    case 'avg':
      return `avg${orNull}(${value.sql})`
    case 'quantile':
      return `quantileExactInclusive${orNull}(${measure.level})(${value.sql})`
    case 'first':
    case 'last': {
      if (isEndOfSlots(measure)) return endOfSlots(measure.kind, value, order, certain)
      const keys = orderKey(order)
      // A string that is stored as '' for null needs no prefix.
      if (certain && value.type === 'text' && value.stored !== undefined)
        return `nullIf(${argEnd[measure.kind]}(${value.stored}, ${keys}), '')`
      if (certain) return endTaken(`${argEnd[measure.kind]}(${endValue(value)}, ${keys})`, value)
      // Returns null if no row has all keys of the order.
      const sql = value.type === 'text' ? value.sql : castTo(value.sql, value.type, true)
      const kept = { ...value, sql, nullable: true }
      const known = order.map((one) => `isNotNull(${one.sql})`).join(' AND ')
      return endTaken(`${argEnd[measure.kind]}If(${endValue(kept)}, ${keys}, ${known})`, kept)
    }
  }
}

/** The message of a statement in which several values share the instant of a first or last one (isEndOfSlots). */
export const severalAtOnce = 'several values at one instant'

/**
 * A first or last value by time alone. Below the time, the key that orders the rows has the hash of the value, once as it is and
 * once with its bits inverted: the least of the one and of the other belong to one value only if no other has the time.
 */
function endOfSlots(
  kind: 'first' | 'last',
  value: Column,
  [time]: readonly Column[],
  certain: boolean,
): string {
  if (time === undefined) throw new Error('a value of slots requires their time')
  const isStored = certain && value.stored !== undefined
  const kept = isStored
    ? (value.stored ?? value.sql)
    : endValue({ ...value, nullable: value.nullable || !certain })
  const [suffix, known] = certain ? ['', ''] : ['If', `, isNotNull(${time.sql})`]
  const instant = `bitShiftLeft(toUInt128(${time.nullable ? `assumeNotNull(${time.sql})` : time.sql}), 64)`
  const key = (hash: string): string => `bitOr(${instant}, toUInt128(${hash}))`
  const end = `${argEnd[kind]}${suffix}(${kept}, ${key(`cityHash64(${kept})`)}${known})`
  const other = `${kind === 'first' ? 'min' : 'max'}${suffix}(${key(`bitNot(cityHash64(${kept}))`)}${known})`
  const isSeveral = `${other} != 0 AND cityHash64(${end}) != bitNot(toUInt64(${other}))`
  const taken = `if(throwIf(${isSeveral}, '${severalAtOnce}'), '', ${end})`
  return isStored
    ? `nullIf(${taken}, '')`
    : endTaken(taken, { ...value, nullable: value.nullable || !certain })
}

const argEnd = { first: 'argMin', last: 'argMax' } as const

/** The states of first and last; see Dialect.endInParts. */
export const endInParts: NonNullable<Dialect['endInParts']> = {
  part: (kind, value, order) => `${argEnd[kind]}State(${endValue(value)}, ${orderKey(order)})`,
  merge: (kind, parts, value) => endTaken(`${argEnd[kind]}Merge(${parts})`, value),
}

/**
 * Encodes a value for argMin and argMax, which skip null values. A string gets a prefix, so that null can be
 * the empty string. Other types are wrapped in a tuple, which keeps null but takes three times as long.
 */
function endValue({ sql, type, nullable }: Column): string {
  if (type === 'json') return `tuple(${sql})`
  if (!nullable) return sql
  return type === 'text' ? `ifNull(concat('+', ${sql}), '')` : `tuple(${sql})`
}

/** Decodes the result of argMin or argMax over endValue. */
function endTaken(taken: string, { type, nullable }: Column): string {
  if (type !== 'json' && !nullable) return taken
  return type === 'text' ? `if(${taken} = '', NULL, substring(${taken}, 2))` : `tupleElement(${taken}, 1)`
}

const whole: ReadonlySet<ColumnType> = new Set(['int', 'time'])

/**
 * Returns the sort key of argMin and argMax. Two integers are packed into one Int128, which compares four
 * times as fast as a tuple. Rows with a null key must be excluded by the caller.
 */
function orderKey(order: readonly Column[]): string {
  const [high, low] = order.map(({ sql, nullable }) => (nullable ? `assumeNotNull(${sql})` : sql))
  if (order.length === 2 && order.every(({ type }) => whole.has(type)))
    return `(toInt128(${high ?? ''}) * toInt128('18446744073709551616') + ${low ?? ''})`
  return `tuple(${order.map(({ sql }) => sql).join(', ')})`
}
