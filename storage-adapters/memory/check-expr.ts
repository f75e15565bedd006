import { RE2JS } from 're2js'
import {
  callType,
  notBound,
  PlanError,
  typeOf,
  type CallName,
  type Columns,
  type ColumnType,
  type Expr,
  type Scalar,
} from '../../contract/index.js'

/** Types that can be added, averaged and interpolated. */
export const numeric: readonly ColumnType[] = ['int', 'float', 'time']
/** Types that can be compared by less and greater. */
export const ordered: readonly ColumnType[] = [...numeric, 'text', 'bool']
/** Types that can be compared for equality, grouped and joined: all but json. */
export const comparable: readonly ColumnType[] = [...ordered, 'key']
const numbers: readonly ColumnType[] = ['int', 'float']

/**
 * Whether values of the two types can be compared: int and float are
 * one kind, any other type only with itself.
 */
export const sameKind = (a: ColumnType, b: ColumnType): boolean =>
  a === b || (numbers.includes(a) && numbers.includes(b))

/** Checks every part of the expression and returns its type. Throws PlanError. */
export function checkExpr(expr: Expr, columns: Columns): ColumnType {
  checkParts(expr, columns)
  return typeOf(expr, columns)
}

/** Checks the expression. Throws PlanError if its type is not allowed; `use` is the node that reads it. */
export function expectType(expr: Expr, columns: Columns, allowed: readonly ColumnType[], use: string): void {
  const type = checkExpr(expr, columns)
  if (!allowed.includes(type)) throw new PlanError(`${use}: ${type} must be ${allowed.join(' or ')}`)
}

function checkParts(expr: Expr, columns: Columns): void {
  switch (expr.kind) {
    case 'column':
      return
    case 'property':
      if (columns[expr.column] !== 'json') throw new PlanError(`property: column ${expr.column} must be json`)
      return
    case 'literal':
      if (expr.value !== null && !fits(expr.value, expr.type))
        throw new PlanError(`literal: ${JSON.stringify(expr.value)} must be ${expr.type}`)
      return
    case 'bucket':
      expectType(expr.time, columns, ['time'], 'bucket')
      if (expr.edges.some((edge, index) => edge < (expr.edges[index - 1] ?? edge)))
        throw new PlanError('bucket: edges must ascend')
      return
    case 'lookup':
      expectType(expr.index, columns, ['int'], 'lookup')
      return
    case 'compare': {
      const allowed = expr.op === 'eq' || expr.op === 'ne' ? comparable : ordered
      expectType(expr.left, columns, allowed, `compare ${expr.op}`)
      expectType(expr.right, columns, allowed, `compare ${expr.op}`)
      const [left, right] = [typeOf(expr.left, columns), typeOf(expr.right, columns)]
      if (!sameKind(left, right))
        throw new PlanError(`compare ${expr.op}: ${left} and ${right} cannot be compared`)
      return
    }
    case 'in': {
      expectType(expr.value, columns, ordered, 'in')
      const type = typeOf(expr.value, columns)
      for (const option of expr.options)
        if (!fits(option, numbers.includes(type) ? 'float' : type))
          throw new PlanError(`in: option ${JSON.stringify(option)} must be ${type}`)
      return
    }
    case 'match':
      expectType(expr.value, columns, ['text'], 'match')
      if (expr.how === 'regex') checkRegex(expr.pattern)
      return
    case 'and':
    case 'or':
      for (const term of expr.terms) expectType(term, columns, ['bool'], expr.kind)
      return
    case 'not':
      expectType(expr.term, columns, ['bool'], 'not')
      return
    case 'missing':
      checkExpr(expr.value, columns)
      return
    case 'case':
      for (const { when, then } of expr.branches) {
        expectType(when, columns, ['bool'], 'case')
        checkExpr(then, columns)
      }
      checkExpr(expr.otherwise, columns)
      return
    case 'math':
      expectType(expr.left, columns, numeric, `math ${expr.op}`)
      expectType(expr.right, columns, numeric, `math ${expr.op}`)
      return
    case 'coalesce':
      for (const value of expr.values) checkExpr(value, columns)
      return
    case 'parse-time':
      expectType(expr.text, columns, ['text'], 'parse-time')
      return
    case 'call':
      for (const arg of expr.args) expectType(arg, columns, callArguments(expr.fn), expr.fn)
      return
    case 'calculated':
      throw notBound(expr)
    case 'bin':
      expectType(expr.value, columns, numeric, 'bin')
      if (expr.edges.some((edge, index) => index > 0 && !(edge > (expr.edges[index - 1] ?? edge))))
        throw new PlanError('bin: edges must ascend')
      if (expr.labels.length !== expr.edges.length + 1)
        throw new PlanError('bin: labels must be one more than edges')
      return
    case 'tuple':
      if (expr.items.length < 2) throw new PlanError('tuple: items must be two or more')
      for (const item of expr.items) expectType(item, columns, ['text'], 'tuple')
      return
  }
}

const callArguments = (fn: CallName): readonly ColumnType[] =>
  fn === 'clock-part'
    ? ['time', 'int']
    : fn === 'number-text' || callType(fn) === 'float'
      ? numbers
      : ['text']

function fits(value: Scalar, type: ColumnType): boolean {
  switch (type) {
    case 'text':
      return typeof value === 'string'
    case 'int':
    case 'time':
      return Number.isSafeInteger(value)
    case 'float':
      return Number.isFinite(value)
    case 'bool':
      return typeof value === 'boolean'
    case 'json':
    case 'key':
      return false
  }
}

function checkRegex(pattern: string): void {
  try {
    RE2JS.compile(pattern)
  } catch (cause) {
    throw new PlanError(`match: ${JSON.stringify(pattern)} is not a valid RE2 expression`, { cause })
  }
}
