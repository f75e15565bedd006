import { compileCohorts } from '../sql/cohorts.js'
import { columnOf } from '../sql/query.js'

const filter = (condition: string | null): string =>
  condition === null ? '' : ` FILTER (WHERE ${condition})`

export const compilePostgresCohorts = compileCohorts({
  // A bigint has so many bits beside its sign.
  most: { all: 63, ofCohort: 63 },
  cohort: (period, condition) => `min(${period})${filter(condition)}`,
  mergeCohorts: (cohort) => `min(${cohort})`,
  isCohort: (cohort) => `${cohort} IS NOT NULL`,
  returns: (mode, period, condition) =>
    mode === 'on'
      ? `coalesce(bit_or(1::bigint << (${period})::int)${filter(condition)}, 0)`
      : `coalesce(max(${period})${filter(condition)}, 0)`,
  mergeReturns: (mode, returns) => (mode === 'on' ? `bit_or(${returns})` : `max(${returns})`),
  sinceCohort: (mode, returns, cohort, periods) =>
    mode === 'on'
      ? `((${returns} >> (${cohort})::int) & ${(1n << BigInt(periods)) - 1n}::bigint | 1)`
      : `least(greatest(${returns} - ${cohort}, 0), ${periods - 1})`,
  eachOffset(mode, rows, periods, scope) {
    const since = columnOf(rows, '@since').sql
    const alias = scope.alias()
    const last = mode === 'on' ? `${periods - 1}` : since
    const offsets = `generate_series(0::bigint, (${last})::bigint) AS ${alias}(number)`
    const offset = { sql: `${alias}.number`, type: 'int', nullable: false } as const
    return {
      from: `${rows.from} CROSS JOIN LATERAL ${offsets}`,
      where: [...rows.where, ...(mode === 'on' ? [`(${since} >> ${alias}.number::int) & 1 = 1`] : [])],
      columns: new Map([...rows.columns, ['offset', offset]]),
      text: null,
    }
  },
  firsts: null,
})
