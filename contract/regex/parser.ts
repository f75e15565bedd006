import { letter, takeBracket, takeEscapedCharacter, takeEscapedClass } from './class.js'
import { createCursor, notRegular, type Cursor } from './cursor.js'
import { anything, complement, single } from './ranges.js'
import { assertion, choice, concat, repeat, set, type Assertion, type Regex } from './tree.js'

interface Flags {
  readonly fold: boolean
  readonly multiline: boolean
  readonly dotAll: boolean
}

/**
 * Parses a regular expression in RE2 syntax. Throws a 422 on any other syntax. Accepts slightly more than RE2
 * itself.
 */
export function parseRegex(pattern: string): Regex {
  const cursor = createCursor(pattern)
  const regex = takeChoice(cursor, { fold: false, multiline: false, dotAll: false })
  if (!cursor.done()) throw notRegular()
  return regex
}

const named = /\(\?P?<\w+>/y
const flagged = /\(\?([imsU]*)(?:-([imsU]+))?([:)])/y
const quoted = /\\Q([^]*?)(?:\\E|$)/y
const asserted = /\\[AzbB]|[$^]/y
const quantifier = /(?:([*+?])|\{(0|[1-9]\d*)(,(0|[1-9]\d*)?)?\})(\?)?/y

/**
 * Takes everything up to the end or a closing bracket. Flags set on the way hold until there, across bars
 * too.
 */
function takeChoice(cursor: Cursor, outer: Flags): Regex {
  let flags = outer
  let items: Regex[] = []
  const branches: Regex[] = []
  while (!cursor.done()) {
    const times = cursor.take(quantifier)
    if (times !== null) {
      const item = items.pop()
      if (item === undefined) throw notRegular()
      items.push(repeat(item, ...bounds(times), times[5] !== undefined))
    } else if (cursor.accept('|')) {
      branches.push(concat(items))
      items = []
    } else {
      const change = cursor.take(flagged)
      if (change !== null) {
        const changed = withFlags(flags, change)
        if (change[3] === ')') flags = changed
        else items.push(takeGroup(cursor, changed))
      } else if (cursor.take(named) !== null || cursor.accept('(')) items.push(takeGroup(cursor, flags))
      else {
        if (cursor.take(closing) !== null) break
        items.push(...takeAtoms(cursor, flags))
      }
    }
  }
  return choice([...branches, concat(items)])
}

const closing = /(?=\))/y

function takeGroup(cursor: Cursor, flags: Flags): Regex {
  const group = takeChoice(cursor, flags)
  if (!cursor.accept(')')) throw notRegular()
  return group
}

function withFlags(flags: Flags, [, on = '', off = '']: RegExpExecArray): Flags {
  const now = (flag: string, before: boolean): boolean => !off.includes(flag) && (on.includes(flag) || before)
  return {
    fold: now('i', flags.fold),
    multiline: now('m', flags.multiline),
    dotAll: now('s', flags.dotAll),
  }
}

const signs: Readonly<Record<string, readonly [number, number | null]>> = {
  '*': [0, null],
  '+': [1, null],
  '?': [0, 1],
}

function bounds([, sign = '', min = '', open, max]: RegExpExecArray): readonly [number, number | null] {
  const known = signs[sign]
  if (known !== undefined) return known
  const least = Number(min)
  if (open === undefined) return [least, least]
  return [least, max === undefined ? null : Number(max)]
}

function takeAtoms(cursor: Cursor, flags: Flags): readonly Regex[] {
  const literal = (point: number): Regex => set(letter(point, flags.fold))
  const quote = cursor.take(quoted)
  if (quote !== null) return Array.from(quote[1] ?? '', (character) => literal(character.codePointAt(0) ?? 0))
  const asserts = cursor.take(asserted)
  if (asserts !== null) return [assertion(assertionOf(asserts[0], flags))]
  if (cursor.accept('.')) return [set(flags.dotAll ? anything : complement(single(0x0a)))]
  if (cursor.accept('[')) return [set(takeBracket(cursor, flags.fold))]
  const escaped = takeEscapedClass(cursor, flags.fold)
  if (escaped !== null) return [set(escaped)]
  return [literal(takeEscapedCharacter(cursor) ?? cursor.next())]
}

function assertionOf(written: string, { multiline }: Flags): Assertion {
  switch (written) {
    case '^':
      return multiline ? 'line-start' : 'text-start'
    case '$':
      return multiline ? 'line-end' : 'text-end'
    case '\\A':
      return 'text-start'
    case '\\z':
      return 'text-end'
    case '\\b':
      return 'word-edge'
    default:
      return 'no-word-edge'
  }
}
