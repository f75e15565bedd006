import {
  invalid,
  parseExpression,
  unknownName,
  type ExpressionNode,
  type ExpressionLanguage,
  type ReadArguments,
  type ServiceError,
} from '../../contract/index.js'
import { functions, isFunction, mostBuckets } from './functions.js'
import { isPlain, plainFunctions } from './plain.js'
import type { CallNode, Condition, Formula, Operator } from './tree.js'

/** Formulas: the names are the series A to Z, and only functions have longer ones. */
const language: ExpressionLanguage = {
  signs: /\*\*|!=|<=|>=|[-+*/%=<>]/y,
  word: /[a-z_][a-z0-9_]*(?=[ \t\r\n]*\()|(?:and|or|not)(?![a-z0-9_])|[A-Z]/y,
  calls: (name) => !isLetter(name),
  words: ['and', 'or', 'not'],
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
  return numberOf(parseExpression(formula, language, checkCall, readArguments), series)
}

const known = ['if', ...Object.keys(plainFunctions), ...Object.keys(functions)]

function checkCall(name: string, column: number): void {
  if (!known.includes(name)) throw misplaced(column, unknownName('function', name, known))
}

/** Reads a number and, for a function that takes one, a whole number; for `if` a condition and two numbers. */
const readArguments: ReadArguments = (name, cursor) => {
  const { next, advance, expression, unexpected } = cursor
  const of = expression()
  if (name === 'if') return [of, argumentAfterComma(cursor), argumentAfterComma(cursor)]
  const parameter = parameterOf(name)
  if (parameter === null) return [of]
  if (next().kind !== 'comma') {
    if (parameter.usual !== null) return [of]
    throw unexpected(`a comma and the number of ${parameter.name} of ${name}`)
  }
  advance()
  const token = next()
  const { least, most } = parameter
  if (token.kind !== 'number' || !Number.isInteger(token.value) || token.value < least || token.value > most)
    throw misplaced(
      token.column,
      `the ${parameter.name} of ${name} must be a whole number from ${least} to ${most}`,
    )
  advance()
  return [of, { kind: 'number', value: token.value, column: token.column }]
}

function argumentAfterComma({
  next,
  advance,
  expression,
  unexpected,
}: Parameters<ReadArguments>[1]): ExpressionNode {
  if (next().kind !== 'comma') throw unexpected('a comma; if takes a condition and two values')
  advance()
  return expression()
}

interface Parameter {
  readonly name: string
  readonly usual: number | null
  readonly least: number
  readonly most: number
}

function parameterOf(name: string): Parameter | null {
  if (isPlain(name)) {
    const { parameter } = plainFunctions[name]
    return parameter === null ? null : { ...parameter, least: 0 }
  }
  const parameter = isFunction(name) ? functions[name].parameter : null
  return parameter === null ? null : { ...parameter, least: 1, most: mostBuckets }
}

const arithmetic: ReadonlySet<string> = new Set<Operator>(['+', '-', '*', '/', '%', '**'])
const isArithmetic = (operator: string): operator is Operator => arithmetic.has(operator)

function numberOf(node: ExpressionNode, series: number): Formula {
  switch (node.kind) {
    case 'number':
      return { kind: 'number', value: node.value }
    case 'name': {
      const index = node.name.charCodeAt(0) - 65
      if (index >= series) throw misplaced(node.column, noSeries(node.name, series))
      return { kind: 'series', index }
    }
    case 'negate':
      return { kind: 'negate', of: numberOf(node.of, series) }
    case 'binary': {
      const { operator, left, right, column } = node
      if (!isArithmetic(operator)) throw misplaced(column, noNumber(operator))
      return { kind: 'binary', operator, left: numberOf(left, series), right: numberOf(right, series) }
    }
    case 'call':
      return callOf(node, series)
    case 'not':
      throw misplaced(node.column, noNumber('not'))
    case 'string':
    case 'boolean':
      throw new Error(`formulas have no ${node.kind}`)
  }
}

function conditionOf(node: ExpressionNode, series: number): Condition<CallNode> {
  if (node.kind === 'not') return { kind: 'not', of: conditionOf(node.of, series) }
  if (node.kind === 'binary' && !isArithmetic(node.operator)) {
    const { operator, left, right } = node
    if (operator === 'and' || operator === 'or')
      return { kind: operator, left: conditionOf(left, series), right: conditionOf(right, series) }
    // Neither arithmetic nor a word: the language has no other operators.
    const comparison = operator
    return {
      kind: 'compare',
      operator: comparison,
      left: numberOf(left, series),
      right: numberOf(right, series),
    }
  }
  throw misplaced(node.column, 'expected a condition, such as A > 0')
}

function callOf(
  { name, args: [of, given, last] }: ExpressionNode & { kind: 'call' },
  series: number,
): Formula {
  if (of === undefined) throw new Error(`unread call of ${name}`)
  if (name === 'if' && given !== undefined && last !== undefined)
    return {
      kind: 'if',
      condition: conditionOf(of, series),
      then: numberOf(given, series),
      otherwise: numberOf(last, series),
    }
  const parameter = given?.kind === 'number' ? given.value : (parameterOf(name)?.usual ?? 0)
  if (isPlain(name)) return { kind: 'plain', name, of: numberOf(of, series), parameter }
  if (isFunction(name)) return { kind: 'call', name, of: numberOf(of, series), parameter }
  throw new Error(`unread call of ${name}`)
}

const noNumber = (operator: string): string =>
  `${operator} makes a condition, not a number; use it in if(condition, a, b)`

function noSeries(letter: string, series: number): string {
  const last = String.fromCharCode(64 + series)
  return `unknown series ${letter}; ${series === 1 ? 'the only series is A' : `the series are A to ${last}`}`
}

const misplaced = (column: number, message: string): ServiceError =>
  invalid('/formula', `formula, column ${column}: ${message}`)
