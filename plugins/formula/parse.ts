import {
  invalid,
  parseExpression,
  unknownName,
  type BinaryOperator,
  type ExpressionNode,
  type ExpressionLanguage,
  type ReadArguments,
  type ServiceError,
} from '../../contract/index.js'
import { functions, isFunction, mostBuckets, type FunctionName } from './functions.js'

/** A binary operator; `-` is also unary. */
export type Operator = Extract<BinaryOperator, '+' | '-' | '*' | '/' | '%' | '**'>

/** A parsed formula; `index` is the series' position in the list, from 0. */
export type Formula =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'series'; readonly index: number }
  | { readonly kind: 'negate'; readonly of: Formula }
  | { readonly kind: 'binary'; readonly operator: Operator; readonly left: Formula; readonly right: Formula }
  | CallNode

/** A function over the series of its argument. */
export interface CallNode {
  readonly kind: 'call'
  readonly name: FunctionName
  readonly of: Formula
  /** The function's whole number; 0 if it takes none. */
  readonly parameter: number
}

/** Formulas: the names are the series A to Z, and only functions have longer ones. */
const language: ExpressionLanguage = {
  signs: /\*\*|[-+*/%]/y,
  word: /[a-z_][a-z0-9_]*(?=[ \t\r\n]*\()|[A-Z]/y,
  calls: (name) => !isLetter(name),
  words: [],
  constants: false,
  operands: 'a number, a series letter, a function, - or (',
  hint: (found) =>
    /^\p{L}$/u.test(found) && !isLetter(found) ? '; series are the capital letters A to Z' : '',
  fault: (column, message) => misplaced(column, message),
}

const isLetter = (name: string): boolean => /^[A-Z]$/.test(name)

/**
 * Parses a formula over `series` series (at most 26). Throws a 422 that names the column, counted from 1, and
 * what was expected there.
 */
export function parseFormula(formula: string, series: number): Formula {
  return formulaOf(parseExpression(formula, language, checkCall, readArguments), series)
}

function checkCall(name: string, column: number): void {
  if (!isFunction(name)) throw misplaced(column, unknownName('function', name, Object.keys(functions)))
}

/** Reads a series and, for a function that takes one, a whole number. */
const readArguments: ReadArguments = (name, { next, advance, expression, unexpected }) => {
  const of = expression()
  const parameter = isFunction(name) ? functions[name].parameter : null
  if (parameter === null) return [of]
  if (next().kind !== 'comma') {
    if (parameter.usual !== null) return [of]
    throw unexpected(`a comma and the number of ${parameter.name} of ${name}`)
  }
  advance()
  const token = next()
  if (
    token.kind !== 'number' ||
    !Number.isInteger(token.value) ||
    token.value < 1 ||
    token.value > mostBuckets
  )
    throw misplaced(
      token.column,
      `the ${parameter.name} of ${name} must be a whole number from 1 to ${mostBuckets}`,
    )
  advance()
  return [of, { kind: 'number', value: token.value, column: token.column }]
}

function formulaOf(node: ExpressionNode, series: number): Formula {
  switch (node.kind) {
    case 'number':
      return { kind: 'number', value: node.value }
    case 'name': {
      const index = node.name.charCodeAt(0) - 65
      if (index >= series) throw misplaced(node.column, noSeries(node.name, series))
      return { kind: 'series', index }
    }
    case 'negate':
      return { kind: 'negate', of: formulaOf(node.of, series) }
    case 'binary': {
      const { left, right } = node
      // The language has no other signs.
      const operator = node.operator as Operator
      return { kind: 'binary', operator, left: formulaOf(left, series), right: formulaOf(right, series) }
    }
    case 'call':
      return callOf(node, series)
    case 'string':
    case 'boolean':
    case 'not':
      throw new Error(`formulas have no ${node.kind}`)
  }
}

function callOf({ name, args: [of, given] }: ExpressionNode & { kind: 'call' }, series: number): Formula {
  if (!isFunction(name) || of === undefined) throw new Error(`unread call of ${name}`)
  const { parameter } = functions[name]
  const value = given?.kind === 'number' ? given.value : (parameter?.usual ?? 0)
  return { kind: 'call', name, of: formulaOf(of, series), parameter: value }
}

function noSeries(letter: string, series: number): string {
  const last = String.fromCharCode(64 + series)
  return `unknown series ${letter}; ${series === 1 ? 'the only series is A' : `the series are A to ${last}`}`
}

const misplaced = (column: number, message: string): ServiceError =>
  invalid('/formula', `formula, column ${column}: ${message}`)
