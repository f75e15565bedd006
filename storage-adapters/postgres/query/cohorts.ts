import type { OperatorNode } from '../../../contract/index.js'
import { cohortsFit, compileCohorts } from '../../sql/cohorts.js'
import { group } from '../../sql/group.js'
import { columnOf, intColumn, keyColumn } from '../../sql/select.js'
import { personMasks } from './person-masks.js'

/**
 * Whether a mask is a bigint (up to 63 periods, without the sign bit);
 * else a bit string whose first bit is period 0.
 */
const isNumber = (all: number): boolean => all <= 63
const zeros = (all: number): string => `B'${'0'.repeat(all)}'`

const filter = (condition: string | null): string =>
  condition === null ? '' : ` FILTER (WHERE ${condition})`

/** Whether Postgres has a form of its own for the node: at most 400 periods, and 63 of a cohort. */
export const cohortsFitPostgres = (node: OperatorNode): boolean =>
  cohortsFit({ all: 400, ofCohort: 63 }, node)

/**
 * Compiles `cohorts` with masks of periods; see CohortsText. Persons with equal masks are counted before a cohort is
 * computed, so that this happens for a few thousand masks and not for each person. Example over 4 periods:
 *
 *     persons   mask     cohort (trailing zeros)   mask >> cohort   offsets
 *     7         0b1010   1                         0b101            0 and 2
 */
export const compilePostgresCohorts = compileCohorts({
  cohort: (period, condition) => `min(${period})${filter(condition)}`,
  mergeCohorts: (cohort) => `min(${cohort})`,
  isCohort: (cohort) => `${cohort} IS NOT NULL`,
  least: { most: 63, of: (mask) => `bit_count(((${mask} & -${mask}) - 1)::bit(64))` },
  returns(mode, period, condition, all) {
    if (mode === 'on_or_after') return `coalesce(max(${period})${filter(condition)}, 0)`
    if (isNumber(all)) return `coalesce(bit_or(1::bigint << (${period})::int)${filter(condition)}, 0)`
    return `coalesce(bit_or(set_bit(${zeros(all)}, (${period})::int, 1))${filter(condition)}, ${zeros(all)})`
  },
  mergeReturns: (mode, returns) => (mode === 'on' ? `bit_or(${returns})` : `max(${returns})`),
  sinceCohort(mode, returns, cohort, periods, all) {
    if (mode === 'on_or_after') return `least(greatest(${returns} - ${cohort}, 0), ${periods - 1})`
    if (isNumber(all)) return `((${returns} >> (${cohort})::int) & ${(1n << BigInt(periods)) - 1n}::bigint)`
    return `substring(${returns} << (${cohort})::int FROM 1 FOR ${Math.min(periods, all)})`
  },
  alike(devices, parts, scope) {
    const merged = parts.map(
      ({ name, merge }) => [name, keyColumn(merge(columnOf(devices, name).sql))] as const,
    )
    const persons = group(devices, [['person', columnOf(devices, 'person')]], merged, null, scope)
    const keys = parts.map(({ name }) => [name, columnOf(persons, name)] as const)
    return group(persons, keys, [['size', intColumn(scope.dialect.count)]], null, scope)
  },
  masks: (rows, { period, input }, scope) => personMasks(rows, { bit: period, input }, scope),
  eachOffset(mode, rows, periods, all, scope) {
    const since = columnOf(rows, '@since').sql
    const alias = scope.alias()
    const last = mode === 'on' ? Math.min(periods, all) - 1 : since
    const offsets = `generate_series(0::bigint, (${last})::bigint) AS ${alias}(number)`
    const bit = isNumber(all)
      ? `(${since} >> ${alias}.number::int) & 1`
      : `get_bit(${since}, ${alias}.number::int)`
    const offset = intColumn(`${alias}.number`)
    return {
      from: `${rows.from} CROSS JOIN LATERAL ${offsets}`,
      where: [...rows.where, ...(mode === 'on' ? [`(${alias}.number = 0 OR ${bit} = 1)`] : [])],
      columns: new Map([...rows.columns, ['offset', offset]]),
      text: null,
    }
  },
})
