import { RE2JS } from 're2js'
import {
  notBound,
  joinLabels,
  regexReach,
  type Cell,
  type CompareOp,
  type Expr,
  type MatchHow,
  type MathOp,
  type Row,
} from '../../contract/index.js'
import { callFunction } from './calls.js'
import { compareValues } from './compare.js'
import { firstCharacters } from './first-characters.js'
import { parseIsoTime } from './iso-time.js'
import { readProperty } from './property.js'

/** An expression as a function of a row. */
export type Evaluate = (row: Row) => Cell

/**
 * An expression as a function of a row. Each case is the definition of its node in docs/operators.md.
 * Comparisons, `in` and `match` are false for null; `math`, `bucket`, `lookup`, `parse-time`, `bin` and `tuple`
 * are null for null. The plan has passed checkPlan, so types are not checked here.
 */
export function evaluator(expr: Expr): Evaluate {
  switch (expr.kind) {
    case 'column':
      return (row) => row[expr.name] ?? null
    case 'property':
      return (row) => readProperty(row[expr.column] ?? null, expr.name, expr.as)
    case 'literal':
      return () => expr.value
    case 'bucket':
      return unlessNull(expr.time, (time) => bucketOf(time as number, expr.edges))
    case 'lookup':
      return unlessNull(expr.index, (index) => expr.values[index as number] ?? null)
    case 'compare':
      return compare(expr.op, evaluator(expr.left), evaluator(expr.right))
    case 'in': {
      const value = evaluator(expr.value)
      const options = new Set<Cell>(expr.options)
      return (row) => options.has(value(row))
    }
    case 'match': {
      const value = evaluator(expr.value)
      const matches = matcher(expr.how, expr.pattern)
      return (row) => {
        const text = value(row)
        return text !== null && matches(text as string)
      }
    }
    case 'and': {
      const terms = expr.terms.map(condition)
      return (row) => terms.every((holds) => holds(row))
    }
    case 'or': {
      const terms = expr.terms.map(condition)
      return (row) => terms.some((holds) => holds(row))
    }
    case 'not': {
      const holds = condition(expr.term)
      return (row) => !holds(row)
    }
    case 'missing': {
      const value = evaluator(expr.value)
      return (row) => value(row) === null
    }
    case 'case': {
      const branches = expr.branches.map(({ when, then }) => ({
        holds: condition(when),
        then: evaluator(then),
      }))
      const otherwise = evaluator(expr.otherwise)
      return (row) => (branches.find(({ holds }) => holds(row))?.then ?? otherwise)(row)
    }
    case 'math':
      return math(expr.op, evaluator(expr.left), evaluator(expr.right))
    case 'coalesce': {
      const values = expr.values.map(evaluator)
      return (row) => values.reduce<Cell>((found, value) => found ?? value(row), null)
    }
    case 'parse-time':
      return unlessNull(expr.text, (text) => parseIsoTime(text as string))
    case 'call': {
      const args = expr.args.map(evaluator)
      const apply = callFunction(expr.fn, expr.options)
      return (row) => {
        const given = args.map((arg) => arg(row))
        return given.includes(null) ? null : apply(given)
      }
    }
    case 'calculated':
      throw notBound(expr)
    case 'bin':
      return unlessNull(expr.value, (value) => {
        const above = expr.edges.findIndex((edge) => (value as number) < edge)
        return expr.labels[above === -1 ? expr.edges.length : above] ?? null
      })
    case 'tuple': {
      const items = expr.items.map(evaluator)
      return (row) => {
        const found = items.map((item) => item(row))
        return found.includes(null) ? null : joinLabels(found as string[])
      }
    }
  }
}

/**
 * A boolean expression used as a condition: null (of a column or a property, for example) counts as false.
 */
export function condition(expr: Expr): (row: Row) => boolean {
  const value = evaluator(expr)
  return (row) => value(row) === true
}

function unlessNull(expr: Expr, then: (value: Cell) => Cell): Evaluate {
  const value = evaluator(expr)
  return (row) => {
    const found = value(row)
    return found === null ? null : then(found)
  }
}

/**
 * The index i with edges[i] ≤ time < edges[i + 1], or null. Edges 0,
 * 10, 20: time 9 is in 0, 10 in 1, 20 in none.
 */
function bucketOf(time: number, edges: readonly number[]): number | null {
  const end = edges.findIndex((edge) => time < edge)
  return end > 0 ? end - 1 : null
}

const signs: Readonly<Record<CompareOp, (sign: number) => boolean>> = {
  eq: (sign) => sign === 0,
  ne: (sign) => sign !== 0,
  lt: (sign) => sign < 0,
  lte: (sign) => sign <= 0,
  gt: (sign) => sign > 0,
  gte: (sign) => sign >= 0,
}

const compare =
  (op: CompareOp, left: Evaluate, right: Evaluate): Evaluate =>
  (row) => {
    const [a, b] = [left(row), right(row)]
    return a !== null && b !== null && signs[op](compareValues(a, b))
  }

function matcher(how: MatchHow, pattern: string): (text: string) => boolean {
  switch (how) {
    case 'contains':
      return (text) => text.includes(pattern)
    case 'starts-with':
      return (text) => text.startsWith(pattern)
    case 'ends-with':
      return (text) => text.endsWith(pattern)
    case 'regex': {
      const compiled = RE2JS.compile(pattern)
      return (text) => compiled.matcher(firstCharacters(text, regexReach)).find()
    }
  }
}

const operations: Readonly<Record<MathOp, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
}

const math =
  (op: MathOp, left: Evaluate, right: Evaluate): Evaluate =>
  (row) => {
    const [a, b] = [left(row), right(row)]
    return a === null || b === null ? null : finite(operations[op](a as number, b as number))
  }

/** Returns null for x/0 and for a value no double can hold. −0 becomes 0, so that both are one group. */
export const finite = (value: number): number | null => (Number.isFinite(value) ? value + 0 : null)
