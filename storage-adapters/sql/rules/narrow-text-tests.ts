import {
  callOf,
  property,
  rewrite,
  type CallExpr,
  type Expr,
  type Relation,
  type Scalar,
} from '../../../contract/index.js'
import type { IdentityFacts } from '../identity/facts.js'
import type { Rule } from '../optimizer.js'
import { propertyKey } from '../required-columns.js'

type Test = Extract<Expr, { kind: 'compare' | 'in' | 'match' }>

/**
 * The typed columns of an engine that has any, by a table's name and the property key. Extends the facts that every
 * engine has, because the compiler takes a type of optional members alone for one without any in common.
 */
export interface NarrowFacts extends Partial<IdentityFacts> {
  readonly promoted?: ReadonlyMap<string, string>
}

/**
 * Simplifies the comparison of a text function with constants. Text functions take numbers and booleans as
 * well, in their text form. If no number and no boolean can become one of the constants, only strings are
 * read. Of the pairs of letters beyond ASCII, those remain that the constants have.
 *
 *     upper(coalesce(plan.:String, toString(plan.:Int64), …, toString(plan.:Bool)), 'µàá…', 'ΜÀÁ…') = 'PRO'
 *
 *     upper(plan.:String, '', '') = 'PRO'
 *
 * `upper(plan) = '5'` stays: the number 5 has this text. In `upper(plan) = 'SIX'` the pairs ı → I and ſ → S
 * remain.
 */
export const narrowTextTests: Rule<NarrowFacts> = {
  name: 'narrow-text-tests',
  at: 'root',
  apply(plan, { promoted }) {
    const early = new Set([...(promoted?.keys() ?? [])].map((key) => key.slice(key.indexOf(' ') + 1)))
    const narrowed: Relation = rewrite(plan, (node) => (isTest(node) ? narrow(node, early) : undefined))
    return narrowed === plan ? null : narrowed
  },
}

const isTest = (node: object): node is Test =>
  'kind' in node && (node.kind === 'compare' || node.kind === 'in' || node.kind === 'match')

/** Returns the simplified test, or undefined if it stays. */
function narrow(test: Test, early: ReadonlySet<string>): Test | undefined {
  switch (test.kind) {
    case 'compare': {
      const { op, left, right } = test
      if (op !== 'eq' || right.kind !== 'literal') return undefined
      const value = typeof right.value === 'string' ? narrowed(left, [right.value], false, early) : left
      return value === left ? undefined : { ...test, left: value }
    }
    case 'in': {
      const texts = strings(test.options)
      const value = texts === null ? test.value : narrowed(test.value, texts, false, early)
      return value === test.value ? undefined : { ...test, value }
    }
    case 'match': {
      if (test.how === 'regex') return undefined
      const value = narrowed(test.value, [test.pattern], true, early)
      return value === test.value ? undefined : { ...test, value }
    }
  }
}

const strings = (options: readonly Scalar[]): readonly string[] | null =>
  options.every((option) => typeof option === 'string') ? options : null

/** `parts`: the texts may be parts of the value. */
function narrowed(value: Expr, texts: readonly string[], parts: boolean, early: ReadonlySet<string>): Expr {
  if (value.kind !== 'call' || !textFunctions.has(value.fn)) return value
  const image = imageOf(value)
  const stays = image === null || texts.some((text) => mayBecome(image, text, parts))
  return withFewLetters(stays ? value : ofStrings(value, early), texts)
}

const textFunctions: ReadonlySet<string> = new Set(
  'lower upper trim substring replace regex-extract split-part'.split(' '),
)

/** What numbers and booleans may become: texts of these characters, or one of these words. */
interface Image {
  readonly characters: string
  readonly words: readonly string[]
}

/** The text forms of numbers and booleans, and how engines write what is no finite number. */
const labels: Image = {
  characters: '0123456789.e+-',
  words: ['true', 'false', 'Infinity', '-Infinity', 'inf', '-inf', 'NaN', 'nan'],
}

/** Returns null for anything but text functions of a property's label. */
function imageOf(value: Expr): Image | null {
  if (value.kind === 'property') return value.as === 'label' ? labels : null
  const [arg] = value.kind === 'call' ? value.args : []
  if (value.kind !== 'call' || arg === undefined || !textFunctions.has(value.fn)) return null
  const inner = imageOf(arg)
  if (inner === null) return null
  const { characters, words } = inner
  const cased = (change: (text: string) => string): Image => ({
    characters: change(characters),
    words: words.map(change),
  })
  switch (value.fn) {
    case 'lower':
      return cased((text) => text.toLowerCase())
    case 'upper':
      return cased((text) => text.toUpperCase())
    case 'trim':
      return inner
    case 'replace':
      return { characters: [characters, ...words, String(value.options[1])].join(''), words: [] }
    default:
      return { characters: [characters, ...words].join(''), words: [] }
  }
}

const mayBecome = ({ characters, words }: Image, text: string, part: boolean): boolean =>
  words.some((word) => (part ? word.includes(text) : word === text)) ||
  Array.from(text).every((character) => characters.includes(character))

/** The same functions of the property's strings; itself if the label has a typed column. */
function ofStrings(value: Expr, early: ReadonlySet<string>): Expr {
  if (value.kind === 'property')
    return early.has(propertyKey(value)) ? value : property(value.name, 'text', value.column)
  const [arg] = value.kind === 'call' ? value.args : []
  if (value.kind !== 'call' || arg === undefined) return value
  const inner = ofStrings(arg, early)
  return inner === arg ? value : callOf(value.fn, [inner], ...value.options)
}

/**
 * Keeps the pairs of which the texts have a letter: others change neither whether a value is one of the texts
 * nor whether it has one of them.
 */
function withFewLetters(value: Expr, texts: readonly string[]): Expr {
  if (value.kind !== 'call' || (value.fn !== 'lower' && value.fn !== 'upper')) return value
  const [from, to] = value.options.map((option) => Array.from(String(option)))
  if (from === undefined || to === undefined) return value
  const used = new Set(texts.join(''))
  const kept = from.flatMap((letter, at) => {
    const other = to[at] ?? letter
    return used.has(letter) || used.has(other) ? [[letter, other] as const] : []
  })
  if (kept.length === from.length) return value
  return call(value, kept.map(([letter]) => letter).join(''), kept.map(([, other]) => other).join(''))
}

const call = ({ fn, args }: CallExpr, ...options: readonly Scalar[]): Expr => callOf(fn, args, ...options)
