import { ServiceError } from '../errors.js'
import { checkRegexSize } from './limit.js'
import { isUnambiguous } from './unambiguous.js'
import type { Regex } from './tree.js'

/** The parts of a pattern from which one text is extracted: `before(group)after`. */
export interface Extraction {
  readonly before: Regex
  readonly group: Regex
  readonly after: Regex
  /** Whether the group's quantifier prefers the shortest match. */
  readonly lazy: boolean
}

const leadingFlags = /^\(\?[ims]+\)/

/**
 * Takes a pattern apart around its first group; without a group, the whole pattern is the group. Throws a 422
 * if the syntax is wrong, and if the group is inside of another one, repeated, or an alternative.
 */
export function takeExtraction(pattern: string): Extraction {
  const flags = leadingFlags.exec(pattern)?.[0] ?? ''
  const body = pattern.slice(flags.length)
  checkRegexSize(pattern)
  const { open, close, bars } = scan(body)
  const parse = (part: string): Regex => checkRegexSize(flags + part)
  if (open === null)
    return { before: parse(''), group: parse(body), after: parse(''), lazy: isLazyItem(parse(body)) }
  if (close === null || bars)
    throw notSimple('its group must not be an alternative or inside of another group')
  const after = body.slice(close + 1)
  if (/^[*+?{]/.test(after)) throw notSimple('its group must not be repeated')
  const inner = body.slice(open.end, close)
  const group = parse(inner)
  return { before: parse(body.slice(0, open.start)), group, after: parse(after), lazy: isLazyItem(group) }
}

const notSimple = (reason: string): ServiceError =>
  new ServiceError('VALIDATION_ERROR', `the pattern cannot be used here: ${reason}`)

/**
 * Returns why a pattern cannot be used to extract a text, or null. RE2 takes the first match by the order of
 * the alternatives, Postgres the longest one: so a pattern must leave no choice, or one at its group alone.
 */
export function extractionFault(pattern: string): string | null {
  if (pattern.length > 1000) return 'the pattern must have at most 1000 characters'
  try {
    const { before, group } = takeExtraction(pattern)
    const single = isSingleItem(group)
    const certain = single
      ? isUnambiguous([before]) && isUnambiguous([before, once(group)])
      : isUnambiguous([before, group])
    if (!certain || hasLazy(before) || (!single && hasLazy(group)))
      return 'the pattern is ambiguous: what stands before the group, and the group unless it is one repeated character, must match in one way only'
    if (isLazyItem(group) && hasChoice(before))
      return 'the pattern is ambiguous: no alternatives may stand before a group that is lazy'
    return null
  } catch (error) {
    if (error instanceof ServiceError) return error.message
    throw error
  }
}

/** One character or class, possibly repeated. */
const isSingleItem = (regex: Regex): boolean =>
  regex.kind === 'set' || (regex.kind === 'repeat' && regex.item.kind === 'set')

const isLazyItem = (regex: Regex): boolean =>
  regex.kind === 'repeat' && regex.item.kind === 'set' && regex.lazy

/** The item that must begin where the part before it ends. */
const once = (regex: Regex): Regex => (regex.kind === 'repeat' ? regex.item : regex)

function some(regex: Regex, test: (part: Regex) => boolean): boolean {
  if (test(regex)) return true
  switch (regex.kind) {
    case 'set':
    case 'assertion':
      return false
    case 'concat':
      return regex.items.some((item) => some(item, test))
    case 'choice':
      return regex.branches.some((branch) => some(branch, test))
    case 'repeat':
      return some(regex.item, test)
  }
}

const hasLazy = (regex: Regex): boolean => some(regex, (part) => part.kind === 'repeat' && part.lazy)
const hasChoice = (regex: Regex): boolean => some(regex, ({ kind }) => kind === 'choice')

interface Scanned {
  /** The first capturing group's opening, up to the end of its name. */
  readonly open: { readonly start: number; readonly end: number } | null
  /** Its closing bracket; null if the group is inside of another one. */
  readonly close: number | null
  /** Whether there are alternatives beside the group. */
  readonly bars: boolean
}

/** Finds the first capturing group. The pattern is known to be valid. */
function scan(body: string): Scanned {
  let depth = 0
  let bars = false
  let open: Scanned['open'] = null
  let close: number | null = null
  for (let at = 0; at < body.length; at++) {
    const character = body[at]
    if (character === '\\') at = afterEscape(body, at)
    else if (character === '[') at = afterClass(body, at)
    else if (character === '|' && depth === 0) bars = true
    else if (character === ')') {
      depth--
      if (depth === 0 && open !== null && close === null) close = at
    } else if (character === '(') {
      const group = /^\((?:\?P?<\w+>)?/.exec(body.slice(at))?.[0] ?? '('
      const captures = group !== '(' || body[at + 1] !== '?'
      if (!captures && /^\(\?[imsU-]+\)/.test(body.slice(at)))
        throw notSimple('flags must stand at its start, like (?i)')
      if (captures && open === null) {
        open = { start: at, end: at + group.length }
        if (depth > 0) return { open, close: null, bars }
      }
      depth++
    }
  }
  return { open, close, bars }
}

/** The last character of an escape; `\Q…\E` quotes all between. */
function afterEscape(body: string, at: number): number {
  if (body[at + 1] !== 'Q') return at + 1
  const end = body.indexOf('\\E', at + 2)
  return end === -1 ? body.length : end + 1
}

/** The closing bracket of a class. A bracket that comes first in it is a member. */
function afterClass(body: string, start: number): number {
  let at = start + (body[start + 1] === '^' ? 2 : 1)
  if (body[at] === ']') at++
  for (; at < body.length && body[at] !== ']'; at++) {
    if (body[at] === '\\') at++
    else if (body.startsWith('[:', at)) {
      const end = body.indexOf(':]', at + 2)
      if (end !== -1) at = end + 1
    }
  }
  return at
}
