import { binding, type BinaryOperator, type Language } from './language.js'

/** A token as it is written; `column` counts from 1. */
export type Token = { readonly column: number; readonly text: string } & (
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'operator'; readonly operator: BinaryOperator }
  | { readonly kind: 'not' | 'name' | 'open' | 'close' | 'comma' | 'end' | 'unknown' }
  /** A text without its closing quote. */
  | { readonly kind: 'unclosed' }
)

const space = /[ \t\r\n]*/y
const number = /(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?/y
const quoted = /'(?:[^']|'')*'/y

/** The tokens of a text; the last is its end, or its first character that no token starts with. */
export function tokensOf(text: string, language: Language): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  for (;;) {
    at += matched(space, text, at).length
    const token = tokenAt(text, at, language)
    tokens.push(token)
    if (token.kind === 'end' || token.kind === 'unknown' || token.kind === 'unclosed') return tokens
    at += token.text.length
  }
}

function tokenAt(source: string, at: number, language: Language): Token {
  const code = source.codePointAt(at)
  const column = at + 1
  if (code === undefined) return { kind: 'end', column, text: '' }
  const digits = matched(number, source, at)
  if (digits !== '') return { kind: 'number', value: Number(digits), column, text: digits }
  const sign = matched(language.signs, source, at)
  if (sign !== '') return { kind: 'operator', operator: sign as BinaryOperator, column, text: sign }
  const word = matched(language.word, source, at)
  if (word !== '') return wordToken(word, column, language)
  const text = String.fromCodePoint(code)
  if (text === "'" && language.constants) {
    const whole = matched(quoted, source, at)
    if (whole === '') return { kind: 'unclosed', column, text }
    return { kind: 'string', value: whole.slice(1, -1).replaceAll("''", "'"), column, text: whole }
  }
  return { kind: brackets.get(text) ?? 'unknown', column, text }
}

function wordToken(text: string, column: number, { words, constants }: Language): Token {
  const word = words.find((one) => one === text)
  if (word === 'not') return { kind: 'not', column, text }
  if (word !== undefined && word in binding) return { kind: 'operator', operator: word, column, text }
  if (constants && (text === 'true' || text === 'false'))
    return { kind: 'boolean', value: text === 'true', column, text }
  return { kind: 'name', column, text }
}

const brackets: ReadonlyMap<string, 'open' | 'close' | 'comma'> = new Map([
  ['(', 'open'],
  [')', 'close'],
  [',', 'comma'],
] as const)

function matched(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}
