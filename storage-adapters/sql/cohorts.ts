import {
  and,
  bucket,
  column,
  columnsOf,
  derive,
  missing,
  not,
  or,
  where,
  type CohortsOptions,
  type Expr,
  type Measure,
  type OperatorNode,
  type Relation,
  type ReturnMode,
} from '../../contract/index.js'
import { deviceKey, type NativeOperator, type Scope } from './dialect.js'
import { group } from './group.js'
import { isIdentityFree } from './identity/identity-free.js'
import { areOfDevices } from './identity/nodes.js'
import { whereLinked } from './rules/identity-semi-join.js'
import { endOfSlots, firstColumn } from './views/operator.js'
import {
  columnOf,
  intColumn,
  keyColumn,
  nest,
  render,
  asSubquery,
  withColumns,
  type Column,
  type Select,
} from './select.js'

/** A column with a value of each device, and the aggregate that merges the values of one person's devices. */
export interface PartOfPerson {
  readonly name: string
  readonly merge: (value: string) => string
}

/** The SQL of one engine for the operator `cohorts`. A condition that is null is true for every row. */
export interface CohortsText {
  /** The least period among a group's rows that meet the condition. */
  cohort(period: string, condition: string | null): string
  /** Merges the cohorts of one person's devices: the least of them. */
  readonly mergeCohorts: (cohort: string) => string
  /** Whether a merged cohort is one: false if no row of the person meets the condition. */
  isCohort(cohort: string): string
  /**
   * The least period of a mask that is not empty, for masks of at most `most`
   * periods; null if the engine has no cheap form.
   */
  readonly least: { readonly most: number; of(mask: string): string } | null
  /** A group's returns: a mask of their periods (mode `on`), or the last of these periods (`on_or_after`). */
  returns(mode: ReturnMode, period: string, condition: string | null, all: number): string
  /** Merges the returns of one person's devices. */
  mergeReturns(mode: ReturnMode, returns: string): string
  /** The returns shifted so that the cohort is period 0, cut to `periods`. */
  sinceCohort(mode: ReturnMode, returns: string, cohort: string, periods: number, all: number): string
  /**
   * Groups the persons of the devices by the named parts, with their
   * number as `size`; null: one row for each person.
   */
  readonly alike: ((devices: Select, parts: readonly PartOfPerson[], scope: Scope) => Select) | null
  /**
   * Groups persons by the periods in which they were active: the columns `mask` and `size` (their number).
   * Every row counts; its column named `period` is the bit. `rows` are the rows of `input` within the edges.
   */
  readonly masks?: (
    rows: Relation,
    of: { readonly period: string; readonly edges: readonly number[]; readonly input: Relation },
    scope: Scope,
  ) => Select
  /**
   * One row for each offset, in the column `offset`: 0, and the bits of `@since` (mode `on`) or all offsets
   * up to it (`on_or_after`).
   */
  eachOffset(mode: ReturnMode, rows: Select, periods: number, all: number, scope: Scope): Select
}

/** Whether the operator has at most `all` periods, and counts at most `ofCohort` of them for each cohort. */
export function cohortsFit(
  most: { readonly all: number; readonly ofCohort: number },
  { options }: OperatorNode,
): boolean {
  const { edges, periods } = options as CohortsOptions
  const all = edges.length - 1
  return all >= 1 && all <= most.all && periods <= most.ofCohort
}

/**
 * Whether rows can be grouped by device before persons are resolved. With a breakdown they are not: merging
 * first values by device costs more than resolving the person of each row.
 */
export function cohortsGroupByDevice(node: OperatorNode): boolean {
  const { edges, by } = node.options as CohortsOptions
  const { input, starts, returns } = sides(node)
  return by.length === 0 && input !== undefined && isIdentityFree(marked(input, edges, starts, returns))
}

/**
 * Compiles `cohorts` to one pass over the rows. It computes for each person the least period of its starts
 * and a mask of the periods of its returns (or only the last of them), counts the persons with equal pairs,
 * and expands only these few pairs to one row for each offset.
 *
 *     rows of a person          cohort   returns   since cohort   rows
 *     start in 2, back in 3, 5  2        101000    1011           (2, 0), (2, 1), (2, 3)
 */
export const compileCohorts =
  (text: CohortsText): NativeOperator =>
  (node, _needed, scope) => {
    const { edges, periods, mode, by } = node.options as CohortsOptions
    const { input, starts, returns } = sides(node)
    const all = edges.length - 1
    if (input === undefined) throw new Error('cohorts requires an input')
    const relation = marked(input, edges, starts, returns)
    const late = areOfDevices(input)
    const key = late ? deviceKey : 'person'
    // If every row is both a start and a return, the cohort is the lowest bit of the returns.
    const alone = mode === 'on' && !starts && !returns && text.least !== null && all <= text.least.most
    if (alone && late && text.masks) {
      const masks = text.masks(relation, { period: '@period', edges, input }, scope)
      return unfolded(withCohort(withColumns(masks, [['@returns', columnOf(masks, 'mask')]])))
    }
    const own = ['@period', ...(starts ? ['@starts'] : []), ...(returns ? ['@returns'] : [])]
    // Rows of a rollup are ordered by their first times alone (ends-by-slot).
    const isOfSlots = firstColumn in columnsOf(relation)
    const order = by.length === 0 ? [] : isOfSlots ? [firstColumn] : ['timestamp', 'seq']
    const found = scope.compile(relation, new Set([...by, key, ...own, ...order]))
    // Conditions become plain columns on the shards: ClickHouse 26.7
    // folds them itself and then does not find them.
    const rows = late ? found : asSubquery(found, scope)
    const [isStart, isReturn] = [starts && sql(rows, '@starts'), returns && sql(rows, '@returns')]

    const cohort: Measures = alone ? [] : [['cohort', intColumn(text.cohort(sql(rows, '@period'), isStart))]]
    const back = keyColumn(text.returns(mode, sql(rows, '@period'), isReturn, all))
    const measures = [...cohort, ['@returns', back] as const, ...firstsOf(rows, isStart)]
    const grouped = group(rows, [[key, columnOf(rows, key)]], measures, null, scope)
    const persons = late ? merged(scope.dialect.resolvePersons(grouped, scope)) : grouped
    return unfolded(withCohort(persons))

    /** Counts persons, given their cohort and returns, by cohort, group and offset. */
    function unfolded(known: Select): Select {
      const since = text.sinceCohort(mode, sql(known, '@returns'), sql(known, 'cohort'), periods, all)
      const cells = withColumns(known, [['@since', keyColumn(since)]])
      const size = text.alike !== null && late ? sumOf(columnOf(cells, 'size')) : scope.dialect.count
      const alike = group(cells, keys(cells, '@since'), [['size', intColumn(size)]], null, scope)
      const spread = text.eachOffset(mode, alike, periods, all, scope)
      const plain = nest(render(spread, [...spread.columns.keys()], scope), spread.columns, scope)
      const persons = intColumn(sumOf(columnOf(plain, 'size')))
      return group(plain, keys(plain, 'offset'), [['persons', persons]], null, scope)
    }

    function keys(from: Select, ...more: readonly string[]): (readonly [string, Column])[] {
      return ['cohort', ...by, ...more].map((name) => [name, columnOf(from, name)])
    }

    function sumOf(value: Column): string {
      return scope.dialect.measure({ kind: 'sum', value: column('size') }, value, [], true)
    }

    function firstsOf(from: Select, condition: string | null): (readonly [string, Column])[] {
      const [time, ...seq] = order.map((name) => columnOf(from, name))
      if (time === undefined) return []
      const when = condition === null ? time.sql : `CASE WHEN ${condition} THEN ${time.sql} END`
      const place = [{ ...time, sql: when, nullable: condition !== null || time.nullable }, ...seq]
      const placed = place.every(({ nullable }) => !nullable)
      return by.map((name) => {
        const value = columnOf(from, name)
        const first = column(name)
        const measure: Measure = isOfSlots
          ? endOfSlots('first', first)
          : { kind: 'first', value: first, order: [] }
        return [name, { ...value, sql: scope.dialect.measure(measure, value, place, placed), nullable: true }]
      })
    }

    function merged(devices: Select): Select {
      const back: PartOfPerson = {
        name: '@returns',
        merge: (value) => text.mergeReturns(mode, value),
      }
      const parts = [...(alone ? [] : [{ name: 'cohort', merge: text.mergeCohorts }]), back]
      if (text.alike !== null) return text.alike(devices, parts, scope)
      const measures = parts.map(({ name, merge }): [string, Column] => [
        name,
        keyColumn(merge(sql(devices, name))),
      ])
      return group(devices, [['person', columnOf(devices, 'person')]], measures, null, scope)
    }

    function withCohort(persons: Select): Select {
      if (alone) return withColumns(persons, [['cohort', intColumn(text.least.of(sql(persons, '@returns')))]])
      const cohort = sql(persons, 'cohort')
      const typed = withColumns(persons, [['cohort', intColumn(cohort)]])
      return { ...typed, where: [...typed.where, text.isCohort(cohort)], text: null }
    }
  }

const sql = (from: Select, name: string): string => columnOf(from, name).sql

type Measures = readonly (readonly [string, Column])[]

/**
 * The operator's input and conditions. If start and return are the same condition, it becomes a filter of the
 * input and both are null: every remaining row is a start and a return.
 */
function sides({ inputs: [input], options }: OperatorNode): {
  readonly input: Relation | undefined
  readonly starts: Expr | null
  readonly returns: Expr | null
} {
  const { starts, returns } = options as CohortsOptions
  if (input === undefined || starts === null || JSON.stringify(starts) !== JSON.stringify(returns))
    return { input, starts, returns }
  return { input: whereLinked(input, starts), starts: null, returns: null }
}

/**
 * The rows within the periods that are a start or a return, with the
 * columns `@period`, `@starts` and `@returns`.
 */
function marked(
  input: Relation,
  edges: readonly number[],
  starts: Expr | null,
  returns: Expr | null,
): Relation {
  const rows = starts && returns ? whereLinked(input, or(starts, returns)) : input
  const located = derive(rows, {
    '@period': bucket(column('timestamp'), edges),
    ...(starts && { '@starts': and(starts) }),
    ...(returns && { '@returns': and(returns) }),
  })
  return where(located, not(missing(column('@period'))))
}
