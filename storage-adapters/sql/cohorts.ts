import {
  and,
  bucket,
  cohortsOperator,
  column,
  derive,
  missing,
  not,
  or,
  where,
  type CohortsOptions,
  type Expr,
  type Measure,
  type Relation,
  type ReturnMode,
} from '../../core/contract/index.js'
import { deviceKey, type NativeOperator, type Scope } from './dialect.js'
import { group } from './group.js'
import { overDevices } from './late-persons.js'
import { columnOf, nest, render, withColumns, type Column, type Open } from './query.js'

/** What an engine says differently of cohorts. A condition that is null holds for every row. */
export interface CohortsText {
  /** The most periods, and of a cohort, that fit; the lowering answers the others. */
  readonly most: { readonly all: number; readonly ofCohort: number }
  /** The least period of a group's rows that meet the condition. */
  cohort(period: string, condition: string | null): string
  mergeCohorts(cohort: string): string
  isCohort(cohort: string): string
  /** A group's returns: a mask of their periods, or the last of them. */
  returns(mode: ReturnMode, period: string, condition: string | null, periods: number): string
  mergeReturns(mode: ReturnMode, returns: string): string
  /** The same counted from the cohort on, cut to so many periods; the cohort itself is always in it. */
  sinceCohort(mode: ReturnMode, returns: string, cohort: string, periods: number): string
  /** One row for each of the periods that this stands for, with its `offset`. */
  eachOffset(mode: ReturnMode, rows: Open, periods: number, scope: Scope): Open
  /** Several columns of a group's first row, in one value that can be merged; null: they are taken one by one. */
  readonly firsts: FirstsText | null
}

interface FirstsText {
  of(values: readonly string[], order: readonly string[], condition: string | null): string
  merge(firsts: string, isCohort: string): string
  value(firsts: string, index: number): string
}

/**
 * Cohorts in one pass over the rows: of each person the least period of its starts and its returns as a mask (or only
 * the last of them). Equal ones are counted, and only these few are told apart by offset.
 */
export const compileCohorts =
  (text: CohortsText): NativeOperator =>
  (node, needed, scope) => {
    const { edges, periods, starts, returns, mode, by } = node.options as CohortsOptions
    const [input] = node.inputs
    const all = edges.length - 1
    if (input === undefined || all < 1 || all > text.most.all || periods > text.most.ofCohort)
      return scope.compile(cohortsOperator.lower(node), needed)
    const relation = marked(input, edges, starts, returns)
    const late = overDevices(relation) && (by.length === 0 || text.firsts !== null)
    const key = late ? deviceKey : 'person'
    const own = ['@period', ...(starts ? ['@starts'] : []), ...(returns ? ['@returns'] : [])]
    const order = by.length === 0 ? [] : ['timestamp', 'seq']
    const rows = scope.compile(relation, new Set([...by, key, ...own, ...order]))
    const sql = (from: Open, name: string): string => columnOf(from, name).sql
    const [isStart, isReturn] = [starts && sql(rows, '@starts'), returns && sql(rows, '@returns')]

    const grouped = group(
      rows,
      [[key, columnOf(rows, key)]],
      [
        ['cohort', int(text.cohort(sql(rows, '@period'), isStart))],
        ['@returns', opaque(text.returns(mode, sql(rows, '@period'), isReturn, all))],
        ...firstsOf(rows, isStart),
      ],
      null,
      scope,
    )
    const persons = late ? merged(scope.dialect.resolvePersons(grouped, scope)) : grouped
    const known = { ...persons, where: [...persons.where, text.isCohort(sql(persons, 'cohort'))], text: null }
    const values = by.map((name, index) => [name, valueOf(known, name, index)] as const)
    const since = text.sinceCohort(mode, sql(known, '@returns'), sql(known, 'cohort'), periods)
    const cells = withColumns(known, [...values, ['@since', opaque(since)]])
    const keys = (from: Open, ...more: readonly string[]): (readonly [string, Column])[] =>
      ['cohort', ...by, ...more].map((name) => [name, columnOf(from, name)])
    const alike = group(cells, keys(cells, '@since'), [['size', int(scope.dialect.count)]], null, scope)
    const spread = text.eachOffset(mode, alike, periods, scope)
    const plain = nest(render(spread, [...spread.columns.keys()], scope), spread.columns, scope)
    const size: Measure = { kind: 'sum', value: column('size') }
    const total = scope.dialect.measure(size, columnOf(plain, 'size'), [])
    return group(plain, keys(plain, 'offset'), [['persons', int(total)]], null, scope)

    function firstsOf(from: Open, condition: string | null): (readonly [string, Column])[] {
      const inOrder = order.map((name) => columnOf(from, name))
      const [time, seq] = inOrder
      if (time === undefined || seq === undefined) return []
      const values = by.map((name) => columnOf(from, name))
      if (text.firsts !== null) {
        const texts = (columns: readonly Column[]): string[] => columns.map((one) => one.sql)
        return [['@firsts', opaque(text.firsts.of(texts(values), texts(inOrder), condition))]]
      }
      const when = condition === null ? time.sql : `CASE WHEN ${condition} THEN ${time.sql} END`
      return values.map((value, index) => {
        const measure: Measure = { kind: 'first', value: column(by[index] ?? ''), order: [] }
        const taken = scope.dialect.measure(measure, value, [{ ...time, sql: when, nullable: true }, seq])
        return [by[index] ?? '', { sql: taken, type: value.type, nullable: true }]
      })
    }

    function merged(devices: Open): Open {
      const cohort = sql(devices, 'cohort')
      const measures: (readonly [string, Column])[] = [
        ['cohort', int(text.mergeCohorts(cohort))],
        ['@returns', opaque(text.mergeReturns(mode, sql(devices, '@returns')))],
      ]
      if (by.length > 0 && text.firsts !== null) {
        const firsts = text.firsts.merge(sql(devices, '@firsts'), text.isCohort(cohort))
        measures.push(['@firsts', opaque(firsts)])
      }
      return group(devices, [['person', columnOf(devices, 'person')]], measures, null, scope)
    }

    function valueOf(from: Open, name: string, index: number): Column {
      const { type } = columnOf(rows, name)
      if (text.firsts === null) return columnOf(from, name)
      return { sql: text.firsts.value(sql(from, '@firsts'), index), type, nullable: true }
    }
  }

const int = (sql: string): Column => ({ sql, type: 'int', nullable: false })
/** A value of the engine's own: it is only taken further. */
const opaque = (sql: string): Column => ({ sql, type: 'key', nullable: false })

/** The rows in the periods that are a start or a return, with what they are. */
function marked(
  input: Relation,
  edges: readonly number[],
  starts: Expr | null,
  returns: Expr | null,
): Relation {
  const rows = starts && returns ? where(input, or(starts, returns)) : input
  const located = derive(rows, {
    '@period': bucket(column('timestamp'), edges),
    ...(starts && { '@starts': and(starts) }),
    ...(returns && { '@returns': and(returns) }),
  })
  return where(located, not(missing(column('@period'))))
}
