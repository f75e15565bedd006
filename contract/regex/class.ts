import { asciiClass } from './ascii.js'
import { caseVariants, ignoreCase } from './case.js'
import { notRegular, type Cursor } from './cursor.js'
import { complement, lastCodePoint, single, unite, type Ranges } from './ranges.js'
import { unicodeClass } from './unicode.js'

const perlClass = /\\([dswDSW])/y
const namedUnicodeClass = /\\([pP])(?:\{(\^?)([^}]*)\}|([A-Za-z]))/uy
const posixClass = /\[:(\^?)([a-z]+):\]/y
const control = /\\([afnrtv])/y
const octal = /\\(0[0-7]{0,2}|[1-7][0-7]{1,2})/y
const hexadecimal = /\\x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))/y
const punctuation = /\\([!-/:-@[-`{-~\0-\x20\x7f])/y

const controls: Readonly<Record<string, number>> = { a: 7, t: 9, n: 10, v: 11, f: 12, r: 13 }

/** The code points that a literal matches. */
export const letter = (point: number, folded: boolean): Ranges =>
  folded ? unite(caseVariants(point).map((variant) => [variant, variant])) : single(point)

/** Takes a class written as one escape, \d or \p{Greek}. Returns null if there is none here. */
export function takeEscapedClass(cursor: Cursor, folded: boolean): Ranges | null {
  const perl = cursor.take(perlClass)?.[1]
  if (perl !== undefined) {
    const name = perl.toLowerCase()
    return signed(asciiClass(name), folded, perl !== name)
  }
  const named = cursor.take(namedUnicodeClass)
  if (named === null) return null
  const [, kind, caret, name, short] = named
  const wanted = name ?? short ?? ''
  return signed(unicodeClass(wanted), folded, (kind === 'P') !== (caret === '^'))
}

/** Takes a bracket expression, after its opening bracket. */
export function takeBracket(cursor: Cursor, folded: boolean): Ranges {
  const negated = cursor.accept('^')
  const classes: Ranges[] = []
  const plain: [number, number][] = []
  for (let first = true; first || !cursor.accept(']'); first = false) {
    const whole = takePosixClass(cursor, folded) ?? takeEscapedClass(cursor, folded)
    if (whole !== null) classes.push(whole)
    else plain.push(takeRange(cursor))
  }
  const written = unite(plain)
  const ranges = unite([...classes.flat(), ...(folded ? ignoreCase(written) : written)])
  return negated ? complement(ranges) : ranges
}

function takePosixClass(cursor: Cursor, folded: boolean): Ranges | null {
  const found = cursor.take(posixClass)
  return found === null ? null : signed(asciiClass(found[2] ?? ''), folded, found[1] === '^')
}

/**
 * RE2 folds case before it negates, so (?i)\W matches less than \W: neither the long s nor the Kelvin sign.
 */
function signed(ranges: Ranges, folded: boolean, negated: boolean): Ranges {
  const all = folded ? ignoreCase(ranges) : ranges
  return negated ? complement(all) : all
}

const dash = /-(?!\])/y

function takeRange(cursor: Cursor): [number, number] {
  const low = takeCharacter(cursor)
  const high = cursor.take(dash) === null ? low : takeCharacter(cursor)
  if (high < low) throw notRegular()
  return [low, high]
}

const takeCharacter = (cursor: Cursor): number => takeEscapedCharacter(cursor) ?? cursor.next()

/**
 * Takes an escape and returns its code point. Returns null if there is no backslash here. Throws a 422 on an
 * unknown escape.
 */
export function takeEscapedCharacter(cursor: Cursor): number | null {
  const named = cursor.take(control)?.[1]
  if (named !== undefined) return controls[named] ?? null
  const digits = cursor.take(octal)?.[1]
  if (digits !== undefined) return parseInt(digits, 8)
  const hex = cursor.take(hexadecimal)
  if (hex !== null) {
    const point = parseInt(hex[1] ?? hex[2] ?? '', 16)
    if (point > lastCodePoint) throw notRegular()
    return point
  }
  const itself = cursor.take(punctuation)?.[1]
  if (itself !== undefined) return itself.charCodeAt(0)
  if (cursor.accept('\\')) throw notRegular()
  return null
}
