/** A binary operator; `-` is also unary. */
export type Operator = '+' | '-' | '*' | '/' | '%' | '**'

/** A token as written in the formula; `column` counts from 1. */
export type Token = { readonly column: number; readonly text: string } & (
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'series'; readonly index: number }
  | { readonly kind: 'operator'; readonly operator: Operator }
  /** A name that is followed by a parenthesis. */
  | { readonly kind: 'function' }
  | { readonly kind: 'open' | 'close' | 'comma' | 'end' | 'unknown' }
)

const space = /[ \t\r\n]*/y
const number = /(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?/y
const name = /[a-z_][a-z0-9_]*(?=[ \t\r\n]*\()/y
const operator = /\*\*|[-+*/%]/y

/** The tokens of a formula; the last is its end, or its first character that no token starts with. */
export function tokensOf(formula: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  for (;;) {
    at += matched(space, formula, at).length
    const token = tokenAt(formula, at)
    tokens.push(token)
    if (token.kind === 'end' || token.kind === 'unknown') return tokens
    at += token.text.length
  }
}

function tokenAt(formula: string, at: number): Token {
  const code = formula.codePointAt(at)
  const column = at + 1
  if (code === undefined) return { kind: 'end', column, text: '' }
  const digits = matched(number, formula, at)
  if (digits !== '') return { kind: 'number', value: Number(digits), column, text: digits }
  const sign = matched(operator, formula, at)
  if (sign !== '') return { kind: 'operator', operator: sign as Operator, column, text: sign }
  const called = matched(name, formula, at)
  if (called !== '') return { kind: 'function', column, text: called }
  const text = String.fromCodePoint(code)
  if (text >= 'A' && text <= 'Z') return { kind: 'series', index: code - 65, column, text }
  return { kind: signs.get(text) ?? 'unknown', column, text }
}

const signs: ReadonlyMap<string, 'open' | 'close' | 'comma'> = new Map([
  ['(', 'open'],
  [')', 'close'],
  [',', 'comma'],
] as const)

function matched(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}
