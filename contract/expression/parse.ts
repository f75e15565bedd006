import type { ServiceError } from '../errors.js'
import { binding, prefixBinding, type BinaryOperator, type Language } from './language.js'
import { tokensOf, type Token } from './tokens.js'

/** A parsed expression. `column` is where the node is named in errors: its operator, or its first character. */
export type Node = { readonly column: number } & (
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'negate' | 'not'; readonly of: Node }
  | {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: Node
      readonly right: Node
    }
  | Call
)

export interface Call {
  readonly kind: 'call'
  readonly name: string
  readonly args: readonly Node[]
  readonly column: number
}

/** A token that a call's reader may look at, and an error about it. */
export interface Cursor {
  readonly next: () => Token
  readonly advance: () => void
  readonly expression: () => Node
  readonly unexpected: (expected: string) => ServiceError
}

/** Reads the arguments of a call, after its opening parenthesis and before its closing one. */
export type ReadArguments = (name: string, cursor: Cursor) => readonly Node[]

/**
 * Parses an expression by operator precedence (V. Pratt, 1973). The tree is at most as deep as the text is
 * long, so a limit on the length limits the stack. Throws a 422 that names the column, counted from 1, and
 * what was expected there.
 */
export function parseExpression(
  text: string,
  language: Language,
  checkCall: (name: string, column: number) => void,
  readArguments: ReadArguments = anyArguments,
): Node {
  const tokens = tokensOf(text, language)
  let at = 0
  // The last token is never consumed, so there is always a next one.
  const next = (): Token => tokens[at] as Token

  function expression(least: number): Node {
    let left = operand(least)
    for (;;) {
      const token = next()
      if (token.kind !== 'operator') return left
      const { operator, column } = token
      const own = binding[operator]
      if (own < least) return left
      at++
      // A power is right-associative: its exponent may be a power or a negation.
      const right = expression(operator === '**' ? own : own + 1)
      left = { kind: 'binary', operator, left, right, column }
      const then = next()
      if (own === binding['='] && then.kind === 'operator' && binding[then.operator] === own)
        throw language.fault(then.column, `comparisons do not chain; join two of them with and`)
    }
  }

  function operand(least: number): Node {
    const token = next()
    const { column } = token
    at++
    switch (token.kind) {
      case 'number':
        if (!Number.isFinite(token.value)) throw language.fault(column, `${token.text} is too large a number`)
        return { kind: 'number', value: token.value, column }
      case 'string':
      case 'boolean':
        return { kind: token.kind, value: token.value, column } as Node
      case 'name':
        if (next().kind === 'open' && language.calls(token.text)) return call(token)
        return { kind: 'name', name: token.text, column }
      case 'operator':
        if (token.operator === '-') return { kind: 'negate', of: expression(prefixBinding['-']), column }
        throw unexpected(token, language.operands)
      case 'not':
        if (least > prefixBinding.not)
          throw language.fault(column, 'not binds looser than this operator; put it in parentheses')
        return { kind: 'not', of: expression(prefixBinding.not), column }
      case 'open': {
        const inner = expression(0)
        close()
        return inner
      }
      case 'unclosed':
        throw language.fault(column, "a text has no closing '")
      default:
        throw unexpected(token, language.operands)
    }
  }

  function call({ text: name, column }: Token): Node {
    checkCall(name, column)
    at++
    const args = readArguments(name, {
      next,
      advance: () => at++,
      expression: () => expression(0),
      unexpected: (expected) => unexpected(next(), expected),
    })
    close()
    return { kind: 'call', name, args, column }
  }

  function close(): void {
    if (next().kind !== 'close') throw unexpected(next(), 'an operator or )')
    at++
  }

  function unexpected({ kind, column, text: found }: Token, expected: string): ServiceError {
    if (kind === 'unclosed') return language.fault(column, "a text has no closing '")
    const hint = language.hint?.(found) ?? ''
    return language.fault(column, `expected ${expected}, found ${kind === 'end' ? 'the end' : found}${hint}`)
  }

  const whole = expression(0)
  if (next().kind !== 'end') throw unexpected(next(), 'an operator or the end')
  return whole
}

const anyArguments: ReadArguments = (_name, { next, advance, expression }) => {
  if (next().kind === 'close') return []
  const args = [expression()]
  while (next().kind === 'comma') {
    advance()
    args.push(expression())
  }
  return args
}
