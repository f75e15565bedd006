import { invalid, unknownName, type ServiceError } from '../../core/contract/index.js'
import { functions, isFunction, mostBuckets, type FunctionName } from './functions.js'
import { tokensOf, type Operator, type Token } from './tokens.js'

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

/** Operator precedence; unary minus lies between product and power. */
const binding: Readonly<Record<Operator, number>> = { '+': 1, '-': 1, '*': 2, '/': 2, '%': 2, '**': 4 }
const minus = 3

/**
 * Parses a formula over `series` series (at most 26) by operator precedence (V. Pratt, 1973). The tree is at most as
 * deep as the formula is long, so a limit on the length limits the stack. Throws a 422 that names the column, counted
 * from 1, and what was expected there.
 */
export function parseFormula(formula: string, series: number): Formula {
  const tokens = tokensOf(formula)
  let at = 0
  // The last token is never consumed, so there is always a next one.
  const next = (): Token => tokens[at] as Token

  function expression(least: number): Formula {
    let left = operand()
    for (;;) {
      const token = next()
      if (token.kind !== 'operator' || binding[token.operator] < least) return left
      const { operator } = token
      at++
      // A power is right-associative: its exponent may be a power or a negation.
      const right = expression(operator === '**' ? binding[operator] : binding[operator] + 1)
      left = { kind: 'binary', operator, left, right }
    }
  }

  function operand(): Formula {
    const token = next()
    at++
    switch (token.kind) {
      case 'number':
        if (!Number.isFinite(token.value)) throw misplaced(token, `${token.text} is too large a number`)
        return { kind: 'number', value: token.value }
      case 'series':
        if (token.index >= series) throw misplaced(token, noSeries(token.text, series))
        return { kind: 'series', index: token.index }
      case 'operator':
        if (token.operator === '-') return { kind: 'negate', of: expression(minus) }
        throw unexpected(token, operandWords)
      case 'open': {
        const inner = expression(0)
        if (next().kind !== 'close') throw unexpected(next(), 'an operator or )')
        at++
        return inner
      }
      case 'function':
        return call(token)
      default:
        throw unexpected(token, operandWords)
    }
  }

  function call({ text: name, column }: Token): Formula {
    if (!isFunction(name)) throw misplaced({ column }, unknownName('function', name, Object.keys(functions)))
    at++
    const of = expression(0)
    const { parameter } = functions[name]
    const value = parameter === null ? 0 : argument(name, parameter)
    if (next().kind !== 'close') throw unexpected(next(), 'an operator or )')
    at++
    return { kind: 'call', name, of, parameter: value }
  }

  /** Reads the whole number after the series. */
  function argument(
    name: string,
    { name: what, usual }: { readonly name: string; readonly usual: number | null },
  ): number {
    if (next().kind !== 'comma') {
      if (usual !== null) return usual
      throw unexpected(next(), `a comma and the number of ${what} of ${name}`)
    }
    at++
    const token = next()
    if (
      token.kind !== 'number' ||
      !Number.isInteger(token.value) ||
      token.value < 1 ||
      token.value > mostBuckets
    )
      throw misplaced(token, `the ${what} of ${name} must be a whole number from 1 to ${mostBuckets}`)
    at++
    return token.value
  }

  const whole = expression(0)
  if (next().kind !== 'end') throw unexpected(next(), 'an operator or the end')
  return whole
}

const operandWords = 'a number, a series letter, a function, - or ('

function noSeries(letter: string, series: number): string {
  const last = String.fromCharCode(64 + series)
  return `unknown series ${letter}; ${series === 1 ? 'the only series is A' : `the series are A to ${last}`}`
}

function unexpected({ kind, column, text }: Token, expected: string): ServiceError {
  const found = kind === 'end' ? 'the end' : text
  const hint = /^\p{L}$/u.test(text) && kind === 'unknown' ? '; series are the capital letters A to Z' : ''
  return misplaced({ column }, `expected ${expected}, found ${found}${hint}`)
}

const misplaced = ({ column }: Pick<Token, 'column'>, message: string): ServiceError =>
  invalid('/formula', `formula, column ${column}: ${message}`)
