import type { OperatorNode } from '../../../contract/index.js'
import { cohortsFit, compileCohorts } from '../../sql/cohorts.js'
import { alikePersons } from './bitmap/collapse.js'
import { personMasks } from './bitmap/activity.js'
import { columnOf, intColumn, withColumns } from '../../sql/select.js'

/** Marks "no cohort": greater than every period's index. */
const none = 65_535

const index = (period: string): string => `toUInt16(assumeNotNull(${period}))`
const suffix = (condition: string | null): string => (condition === null ? '' : 'If')
const argument = (condition: string | null): string => (condition === null ? '' : `, ${condition}`)

/** Returns the narrowest integer type with at least this many bits. */
const maskType = (periods: number): string =>
  periods <= 64 ? 'UInt64' : periods <= 128 ? 'UInt128' : 'UInt256'

/** Whether the periods fit: 256 in all, and 64 per cohort. */
export const cohortsFitClickHouse = (node: OperatorNode): boolean =>
  cohortsFit({ all: 256, ofCohort: 64 }, node)
/**
 * Compiles cohorts by bitmaps: a person's cohort is the mask's lowest set bit, and its returns are the mask
 * shifted by it. Example over 3 periods of 4:
 *
 *   before: SELECT cohort, period - cohort AS offset, uniqExact(person) FROM events JOIN cohorts USING person GROUP BY …
 *   after:  mask 0b0110 → cohort 1 (trailing zeros), (mask >> 1) & 0b111 = 0b011 → offsets 0 and 1
 */
export const compileClickHouseCohorts = compileCohorts({
  cohort: (period, condition) =>
    `min(${condition === null ? index(period) : `if(${condition}, ${index(period)}, ${none})`})`,
  mergeCohorts: (cohort) => `min(${cohort})`,
  isCohort: (cohort) => `${cohort} < ${none}`,
  least: { most: 64, of: (mask) => `toUInt16(bitCount(bitAnd(bitNot(${mask}), ${mask} - 1)))` },
  returns(mode, period, condition, periods) {
    if (mode === 'on_or_after') return `max${suffix(condition)}(${index(period)}${argument(condition)})`
    const bit = `bitShiftLeft(to${maskType(periods)}(1), ${index(period)})`
    return `groupBitOr${suffix(condition)}(${bit}${argument(condition)})`
  },
  mergeReturns: (mode, returns) => (mode === 'on' ? `groupBitOr(${returns})` : `max(${returns})`),
  sinceCohort(mode, returns, cohort, periods) {
    if (mode === 'on_or_after')
      return `least(greatest(toInt32(${returns}) - toInt32(${cohort}), 0), ${periods - 1})`
    const bits = (1n << BigInt(periods)) - 1n
    return `bitOr(bitAnd(toUInt64(bitShiftRight(${returns}, ${cohort})), toUInt64('${bits}')), toUInt64(1))`
  },
  alike: (devices, parts, scope) => alikePersons(devices, [], parts, scope),
  masks(rows, { period, edges, input }, scope) {
    return personMasks(rows, { bit: period, bits: edges.length - 1, by: [], input }, scope)
  },
  eachOffset(mode, rows) {
    const since = columnOf(rows, '@since').sql
    const list = mode === 'on' ? `bitPositionsToArray(${since})` : `range(toUInt64(${since} + 1))`
    const offset = intColumn(`toInt64(arrayJoin(${list}))`)
    const cohort = { ...columnOf(rows, 'cohort'), sql: `toInt64(${columnOf(rows, 'cohort').sql})` }
    return withColumns(rows, [
      ['cohort', cohort],
      ['offset', offset],
    ])
  },
})
