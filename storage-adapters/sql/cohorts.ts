import {
  and,
  bucket,
  column,
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
} from '../../core/contract/index.js'
import { deviceKey, type NativeOperator, type Scope } from './dialect.js'
import { group } from './group.js'
import { isIdentityFree } from './identity/identity-free.js'
import { areOfDevices } from './identity/nodes.js'
import { whereLinked } from './rules/identity-semi-join.js'
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

/** A value of each device, as a named column, and how those of one person are put together. */
export interface PartOfPerson {
  readonly name: string
  readonly merge: (value: string) => string
}

/** What an engine says differently of cohorts. A condition that is null holds for every row. */
export interface CohortsText {
  /** The least period of a group's rows that meet the condition. */
  cohort(period: string, condition: string | null): string
  readonly mergeCohorts: (cohort: string) => string
  isCohort(cohort: string): string
  /** The least period of a mask that is not empty, where it is told cheaply, of at most so many periods. */
  readonly least: { readonly most: number; of(mask: string): string } | null
  /** A group's returns: a mask of their periods, or the last of them. */
  returns(mode: ReturnMode, period: string, condition: string | null, all: number): string
  mergeReturns(mode: ReturnMode, returns: string): string
  /** The same counted from the cohort on, cut to so many periods; the cohort itself is always in it. */
  sinceCohort(mode: ReturnMode, returns: string, cohort: string, periods: number, all: number): string
  /** Persons of the devices that are alike in the named parts, with their number as `size`; null: each by itself. */
  readonly alike: ((devices: Select, parts: readonly PartOfPerson[], scope: Scope) => Select) | null
  /**
   * Persons that were active in the same periods, of rows that all count: `mask`, and their number as `size`. The
   * column `period` of the rows is the bit; they are those of the input that lie within the edges.
   */
  readonly masks?: (
    rows: Relation,
    of: { readonly period: string; readonly edges: readonly number[]; readonly input: Relation },
    scope: Scope,
  ) => Select
  /** One row for each of the periods that this stands for, with its `offset`. */
  eachOffset(mode: ReturnMode, rows: Select, periods: number, all: number, scope: Scope): Select
}

/** Whether there are at most so many periods in all, and of a cohort. */
export function cohortsFit(
  most: { readonly all: number; readonly ofCohort: number },
  { options }: OperatorNode,
): boolean {
  const { edges, periods } = options as CohortsOptions
  const all = edges.length - 1
  return all >= 1 && all <= most.all && periods <= most.ofCohort
}

/** Whether rows can be grouped by device first. Taking first values together by device costs more than resolving each row's person. */
export function cohortsGroupByDevice(node: OperatorNode): boolean {
  const { edges, by } = node.options as CohortsOptions
  const { input, starts, returns } = sides(node)
  return by.length === 0 && input !== undefined && isIdentityFree(marked(input, edges, starts, returns))
}

/**
 * Cohorts in one pass over the rows: of each person the least period of its starts and its returns as a mask (or only
 * the last of them). Equal ones are counted, and only these few are told apart by offset.
 */
export const compileCohorts =
  (text: CohortsText): NativeOperator =>
  (node, _needed, scope) => {
    const { edges, periods, mode, by } = node.options as CohortsOptions
    const { input, starts, returns } = sides(node)
    const all = edges.length - 1
    if (input === undefined) throw new Error('cohorts need rows')
    const relation = marked(input, edges, starts, returns)
    const late = areOfDevices(input)
    const key = late ? deviceKey : 'person'
    // Where every row is both, the mask of the returns tells the cohort too.
    const alone = mode === 'on' && !starts && !returns && text.least !== null && all <= text.least.most
    if (alone && late && text.masks) {
      const masks = text.masks(relation, { period: '@period', edges, input }, scope)
      return unfolded(withCohort(withColumns(masks, [['@returns', columnOf(masks, 'mask')]])))
    }
    const own = ['@period', ...(starts ? ['@starts'] : []), ...(returns ? ['@returns'] : [])]
    const order = by.length === 0 ? [] : ['timestamp', 'seq']
    const found = scope.compile(relation, new Set([...by, key, ...own, ...order]))
    // Conditions become plain columns where the rows lie: with its own folding the engine (26.7) loses track of them.
    const rows = late ? found : asSubquery(found, scope)
    const [isStart, isReturn] = [starts && sql(rows, '@starts'), returns && sql(rows, '@returns')]

    const cohort: Measures = alone ? [] : [['cohort', intColumn(text.cohort(sql(rows, '@period'), isStart))]]
    const back = keyColumn(text.returns(mode, sql(rows, '@period'), isReturn, all))
    const measures = [...cohort, ['@returns', back] as const, ...firstsOf(rows, isStart)]
    const grouped = group(rows, [[key, columnOf(rows, key)]], measures, null, scope)
    const persons = late ? merged(scope.dialect.resolvePersons(grouped, scope)) : grouped
    return unfolded(withCohort(persons))

    /** Persons with their cohort and returns as the number of them of each cohort and offset. */
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
      const [time, seq] = order.map((name) => columnOf(from, name))
      if (time === undefined || seq === undefined) return []
      const when = condition === null ? time.sql : `CASE WHEN ${condition} THEN ${time.sql} END`
      const place = [{ ...time, sql: when, nullable: condition !== null || time.nullable }, seq]
      const placed = place.every(({ nullable }) => !nullable)
      return by.map((name) => {
        const value = columnOf(from, name)
        const measure: Measure = { kind: 'first', value: column(name), order: [] }
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

/** A value of the engine's own: it is only taken further. */

/** The same event as start and return: its rows are both, and no others count. */
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

/** The rows in the periods that are a start or a return, with what they are. */
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
