import type { OperatorNode } from '../../../contract/index.js'
import { cohortsFit, compileCohorts } from '../../sql/cohorts.js'
import { columnOf, intColumn } from '../../sql/select.js'

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

/** Compiles `cohorts` with masks of periods; see CohortsText. */
export const compilePostgresCohorts = compileCohorts({
  cohort: (period, condition) => `min(${period})${filter(condition)}`,
  mergeCohorts: (cohort) => `min(${cohort})`,
  isCohort: (cohort) => `${cohort} IS NOT NULL`,
  least: null,
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
  alike: null,
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
