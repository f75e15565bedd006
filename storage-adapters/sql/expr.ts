import { notBound, tupleEscapes, tupleSeparator, type CompareOp, type Expr } from '../../contract/index.js'
import { compileCall } from './calls.js'
import type { Scope } from './dialect.js'
import { decided, mayBeConstant } from './constant.js'
import { isEager, mayPrune } from './eager.js'
import { propertyKey } from './required-columns.js'
import { columnOf, type Column, type Select } from './select.js'

const operators: Readonly<Record<CompareOp, string>> = {
  eq: '=',
  ne: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
}

const bool = (sql: string): Column => ({ sql, type: 'bool', nullable: false })

/** Compiles an expression to SQL over the columns of a SELECT. */
export function compileExpr(expr: Expr, query: Select, scope: Scope): Column {
  const { dialect, parameters } = scope
  const inner = (one: Expr): Column => compileExpr(one, query, scope)
  switch (expr.kind) {
    case 'column':
      return columnOf(query, expr.name)
    case 'property': {
      const early = query.columns.get(propertyKey(expr))
      return early ?? dialect.property(columnOf(query, expr.column).sql, expr.name, expr.as, parameters)
    }
    case 'literal':
      return {
        sql: dialect.literal(expr.value, expr.type, parameters),
        type: expr.type,
        nullable: expr.value === null,
        ...(typeof expr.value === 'string' && expr.value !== '' && { filled: true }),
      }
    case 'bucket': {
      const time = inner(expr.time)
      return dialect.bucket(time, expr.edges, covers(expr.edges, time), parameters)
    }
    case 'lookup':
      return {
        sql: dialect.lookup(inner(expr.index).sql, expr.values, parameters),
        type: 'int',
        nullable: true,
      }
    case 'compare':
    case 'in':
    case 'match': {
      const { sql, nullable } = compileTest(expr, query, scope)
      return bool(nullable ? dialect.orFalse(sql) : sql)
    }
    case 'and':
    case 'or': {
      const terms = expr.terms.map((term) => truth(term, query, scope))
      const eager = isEager(expr) ? dialect.eager?.(expr.kind, terms) : undefined
      return bool(eager ?? combine(expr.kind, terms))
    }
    case 'not':
      return bool(`(NOT ${truth(expr.term, query, scope)})`)
    case 'missing': {
      const value = inner(expr.value)
      if (value.stored !== undefined) {
        const empty = value.type === 'key' ? '0' : dialect.literal('', 'text', parameters)
        return bool(`(${value.stored} = ${empty})`)
      }
      return bool(value.nullable ? `(${value.sql} IS NULL)` : 'false')
    }
    case 'case': {
      const left = decided(expr)
      const branches = left.branches.map(
        ({ when, then }) => [truth(when, query, scope), inner(then)] as const,
      )
      const otherwise = inner(left.otherwise)
      const values = [...branches.map(([, then]) => then), otherwise]
      const type = widest(values)
      const as = (value: Column): string => widen(value, type, scope)
      const cases = branches
        .filter(([when]) => when !== 'false')
        .map(([when, then]) => `WHEN ${when} THEN ${as(then)}`)
      return {
        sql: cases.length === 0 ? as(otherwise) : `(CASE ${cases.join(' ')} ELSE ${as(otherwise)} END)`,
        type,
        nullable: values.some((value) => value.nullable),
        ...allFilled(values),
      }
    }
    case 'math': {
      const [left, right] = [inner(expr.left), inner(expr.right)]
      if (expr.op === '/') return { sql: dialect.divide(left.sql, right.sql), type: 'float', nullable: true }
      const times = expr.op === '*' ? dialect.multiply(left.sql, right.sql) : null
      return {
        sql: times ?? `(${left.sql} ${expr.op} ${right.sql})`,
        type: widest([left, right]),
        nullable: left.nullable || right.nullable,
      }
    }
    case 'coalesce': {
      const all = expr.values.map(inner)
      const sure = all.findIndex((value) => !value.nullable)
      const values = sure === -1 ? all : all.slice(0, sure + 1)
      const type = widest(values)
      const texts = values.map((value) => widen(value, type, scope))
      const sql = texts.length === 1 ? texts.join('') : `coalesce(${texts.join(', ')})`
      return { sql, type, nullable: values.every((value) => value.nullable), ...allFilled(values) }
    }
    case 'parse-time':
      return { sql: dialect.parseTime(inner(expr.text).sql), type: 'time', nullable: true }
    case 'call':
      return compileCall(expr, expr.args.map(inner), scope)
    case 'calculated':
      throw notBound(expr)
    case 'bin': {
      const value = inner(expr.value)
      const { nullable } = value
      const [only = ''] = expr.labels
      const filled = expr.labels.includes('') ? {} : { filled: true as const }
      const all = dialect.literal(only, 'text', parameters)
      if (expr.edges.length > 0)
        return {
          sql: dialect.bin(value, expr.edges, expr.labels, parameters),
          type: 'text',
          nullable,
          ...filled,
        }
      const sql = nullable ? `(CASE WHEN ${value.sql} IS NOT NULL THEN ${all} END)` : all
      return { sql, type: 'text', nullable, ...filled }
    }
    case 'tuple':
      return tupleText(expr.items.map(inner), scope)
  }
}

/**
 * Several strings as one, with the escapes of each:
 *
 *     replace(replace(country, '\2', '\2b'), '\1', '\2a') || '\1' || replace(replace(os, …), …)
 */
function tupleText(items: readonly Column[], { dialect, parameters }: Scope): Column {
  const text = (value: string): string => dialect.literal(value, 'text', parameters)
  const escapes = tupleEscapes.map(([from, to]) => `${text(from)}, ${text(to)}`)
  const escaped = items.map(({ sql }) => escapes.reduce((inner, pair) => `replace(${inner}, ${pair})`, sql))
  return {
    sql: `(${escaped.join(` || ${text(tupleSeparator)} || `)})`,
    type: 'text',
    nullable: items.some(({ nullable }) => nullable),
    ...(items.length > 1 ? { filled: true } : {}),
  }
}

/**
 * Compiles a key of a group or a sort. Engines read a bare constant there as a column's position, or reject
 * it: `GROUP BY 1` is the first column, so a literal is wrapped (constantColumn).
 */
export function compileKey(expr: Expr, query: Select, scope: Scope): Column {
  const column = compileExpr(expr, query, scope)
  const constant = mayBeConstant(expr) || column.sql === 'true' || column.sql === 'false'
  return constant ? { ...column, sql: scope.dialect.constantColumn(column.sql) } : column
}

/**
 * Compiles a condition to terms of a WHERE clause, which itself counts null as false. The engine sees the
 * bare comparison, so it can use its keys and indexes.
 *
 *     SELECT coalesce(os = 'x', false) AS is_x FROM events
 *     SELECT … FROM events WHERE os = 'x'
 */
export function compileCondition(condition: Expr, query: Select, scope: Scope): readonly string[] {
  switch (condition.kind) {
    case 'and':
      return condition.terms.flatMap((term) => compileCondition(term, query, scope))
    case 'or': {
      if (scope.dialect.eager !== undefined && isEager(condition) && !mayPrune(condition))
        return [truth(condition, query, scope)]
      const terms = condition.terms.map((term) => combine('and', compileCondition(term, query, scope)))
      return [combine('or', terms)]
    }
    case 'compare':
    case 'in':
    case 'match':
      return [compileTest(condition, query, scope).sql]
    case 'not': {
      const sql = truth(condition.term, query, scope)
      return sql === 'false' ? [] : [`(NOT ${sql})`]
    }
    case 'column':
    case 'property':
    case 'literal':
    case 'bucket':
    case 'lookup':
    case 'missing':
    case 'case':
    case 'math':
    case 'coalesce':
    case 'parse-time':
    case 'call':
    case 'calculated':
    case 'bin':
    case 'tuple':
      return [truth(condition, query, scope)]
  }
}

/** Compiles a boolean so that it is never null: a JSON value of another type counts as false. */
function truth(expr: Expr, query: Select, scope: Scope): string {
  const { sql, nullable } = compileExpr(expr, query, scope)
  return nullable ? scope.dialect.orFalse(sql) : sql
}

type Test = Extract<Expr, { kind: 'compare' | 'in' | 'match' }>

function compileTest(test: Test, query: Select, scope: Scope): { sql: string; nullable: boolean } {
  const { dialect, parameters } = scope
  if (test.kind === 'compare') {
    const left = asStored(compileExpr(test.left, query, scope), test)
    if (left.filled && test.op === 'eq' && isEmptyText(test.right)) return { sql: 'false', nullable: false }
    const right = compileExpr(test.right, query, scope)
    const ordered = test.op !== 'eq' && test.op !== 'ne'
    const [a, b] = ordered ? [dialect.byBytes(left), dialect.byBytes(right)] : [left.sql, right.sql]
    return { sql: `(${a} ${operators[test.op]} ${b})`, nullable: left.nullable || right.nullable }
  }
  const value = asStored(compileExpr(test.value, query, scope), test)
  if (test.kind === 'match')
    return { sql: dialect.match(test.how, value.sql, test.pattern, parameters), nullable: value.nullable }
  if (test.options.length === 0) return { sql: 'false', nullable: false }
  return { sql: dialect.oneOf(value, test.options, parameters), nullable: value.nullable }
}

/**
 * Reads the string as the engine stores it where '' does not meet the test: it is false then, as it must be for
 * null, and the engine sees its own column. A dictionary of strings is compared once, and keys and indexes apply.
 *
 *     NOT ifNull(nullIf(os, '') = 'iOS', false)
 *
 *     NOT (os = 'iOS')
 */
function asStored(value: Column, test: Test): Column {
  if (value.stored === undefined || value.type === 'key' || emptyMeets(test)) return value
  const { type, stored } = value
  return { sql: stored, type, nullable: false, filled: true }
}

/** Whether an empty string meets the test, or might. */
function emptyMeets(test: Test): boolean {
  switch (test.kind) {
    case 'compare':
      return test.op !== 'eq' || test.right.kind !== 'literal' || isEmptyText(test.right)
    case 'in':
      return test.options.includes('')
    case 'match':
      return test.how === 'regex' || test.pattern === ''
  }
}

const isEmptyText = (expr: Expr): boolean => expr.kind === 'literal' && expr.value === ''

function combine(how: 'and' | 'or', terms: readonly string[]): string {
  if (terms.length === 0) return how === 'and' ? 'true' : 'false'
  return terms.length === 1 ? (terms[0] ?? '') : `(${terms.join(how === 'and' ? ' AND ' : ' OR ')})`
}

/** A value that is one of these is never '' if none of them is. */
const allFilled = (values: readonly Column[]): Pick<Column, 'filled'> =>
  values.every(({ filled }) => filled) ? { filled: true } : {}

const widest = (columns: readonly Column[]): Column['type'] =>
  columns.some(({ type }) => type === 'float') ? 'float' : (columns[0]?.type ?? 'text')

const widen = ({ sql, type }: Column, wanted: Column['type'], scope: Scope): string =>
  wanted === 'float' && type === 'int' ? scope.dialect.toFloat(sql) : sql

/** Whether every row's time is known to lie between the first and the last edge. */
function covers(edges: readonly number[], { range, nullable }: Column): boolean {
  const [first, end] = [edges[0], edges.at(-1)]
  if (nullable || range?.from == null || range.to == null || first === undefined || end === undefined)
    return false
  return range.from >= first && range.to <= end
}
