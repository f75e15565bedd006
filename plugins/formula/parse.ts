import { invalid, type ServiceError } from '../../core/contract/index.js'
import { tokensOf, type Operator, type Token } from './tokens.js'

/** A series is named by its place in the list, from 0. */
export type Formula =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'series'; readonly index: number }
  | { readonly kind: 'negate'; readonly of: Formula }
  | { readonly kind: 'binary'; readonly operator: Operator; readonly left: Formula; readonly right: Formula }

/** How tightly operators bind; a minus in front of an operand stands between product and power. */
const binding: Readonly<Record<Operator, number>> = { '+': 1, '-': 1, '*': 2, '/': 2, '%': 2, '**': 4 }
const minus = 3

/**
 * A formula over so many series (at most 26), by the precedence of its operators (V. Pratt, 1973). It is as deep as it
 * is long at most, so whoever limits its length limits the stack. Anything else is a 422 that tells the column, counted
 * from 1, and what was expected there.
 */
export function parseFormula(formula: string, series: number): Formula {
  const tokens = tokensOf(formula)
  let at = 0
  // The list ends with a token that nothing takes.
  const next = (): Token => tokens[at] as Token

  function expression(least: number): Formula {
    let left = operand()
    for (;;) {
      const token = next()
      if (token.kind !== 'operator' || binding[token.operator] < least) return left
      const { operator } = token
      at++
      // From the right: what follows a power may be a power again, or a minus.
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
      default:
        throw unexpected(token, operandWords)
    }
  }

  const whole = expression(0)
  if (next().kind !== 'end') throw unexpected(next(), 'an operator or the end')
  return whole
}

const operandWords = 'a number, a series letter, a minus or ('

function noSeries(letter: string, series: number): string {
  const last = String.fromCharCode(64 + series)
  return `there is no series ${letter}; ${series === 1 ? 'the only one is A' : `they are A to ${last}`}`
}

function unexpected({ kind, column, text }: Token, expected: string): ServiceError {
  const found = kind === 'end' ? 'the end' : text
  const hint = /^\p{L}$/u.test(text) && kind === 'unknown' ? '; series are the capital letters A to Z' : ''
  return misplaced({ column }, `expected ${expected}, found ${found}${hint}`)
}

const misplaced = ({ column }: Pick<Token, 'column'>, message: string): ServiceError =>
  invalid('/formula', `formula, column ${column}: ${message}`)
