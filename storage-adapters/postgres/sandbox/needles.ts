import type { Body } from './walk.js'

/** Characters of a text that a function looks for, or reads as a format or a list of characters. */
const longestNeedle = 200
/** Characters of a literal, and members of an ARRAY, that a containment operator compares with the members of the other side. */
const longestList = 2_000
const mostMembers = 1_000

/**
 * Functions that look for each character or the whole of an argument at every place of another, and those arguments.
 * The server does not look for a cancellation inside of them: 500,000 characters in a million keep a process busy for
 * minutes, and no signal but SIGKILL ends it.
 */
const places: ReadonlyMap<string, readonly number[]> = new Map([
  ...['position', 'replace', 'split_part', 'string_to_array', 'string_to_table', 'strpos'].map(at(1)),
  ...['btrim', 'ltrim', 'rtrim', 'to_char', 'to_date', 'to_number', 'to_timestamp'].map(at(1)),
  ...['translate'].map(at(1, 2)),
])

function at(...found: readonly number[]): (name: string) => readonly [string, readonly number[]] {
  return (name) => [name, found]
}

/** They compare each member of one side with each of the other. */
const containments: ReadonlySet<string> = new Set(['@>', '<@', '&&'])
/** The same, if the right side is long. */
const keyLists: ReadonlySet<string> = new Set(['?|', '?&'])
const likes: ReadonlySet<string> = new Set(['~~', '~~*', '!~~', '!~~*'])

/** Returns why a call is refused, or null. */
export function needleFault(name: string, args: unknown): string | null {
  const list = Array.isArray(args) ? (args as readonly Body[]) : []
  for (const place of places.get(name) ?? []) {
    const arg = list[place]
    if (arg === undefined && !list.some((one) => one['NamedArgExpr'] !== undefined)) continue
    const text = literalOf(arg)
    if (text === null || Array.from(text).length > longestNeedle)
      return `“${name}” takes its ${ordinals[place] ?? ''} argument as a literal of at most ${longestNeedle} characters`
  }
  return null
}

const ordinals = ['first', 'second', 'third']

/** Returns why an operator is refused between these, or null. `right` is null for a subquery. */
export function operandFault(operator: string, left: unknown, right: unknown): string | null {
  if (likes.has(operator) && !patternsOf(right).every(isShort))
    return `LIKE takes its pattern as a literal of at most ${longestNeedle} characters`
  if (
    containments.has(operator) ? isSmall(left) || isSmall(right) : !keyLists.has(operator) || isSmall(right)
  )
    return null
  return `“${operator}” takes a literal of at most ${longestList} characters, an ARRAY of at most ${mostMembers} members or a range on one of its sides`
}

const isShort = (node: unknown): boolean => {
  const text = literalOf(node)
  return text !== null && Array.from(text).length <= longestNeedle
}

/** The patterns of LIKE: one, or those of LIKE ANY (ARRAY[…]); behind ESCAPE, what like_escape() makes of it. */
function patternsOf(node: unknown): readonly unknown[] {
  const { A_ArrayExpr: array, FuncCall: call } = (node ?? {}) as Nodes
  const listed = array?.['elements'] ?? (nameOf(call) === 'like_escape' ? call?.['args'] : undefined)
  return Array.isArray(listed) ? (listed as readonly unknown[]) : [node]
}

type Nodes = Readonly<Record<string, Body | undefined>>

function nameOf(call: Body | undefined): string | null {
  const names = Array.isArray(call?.['funcname']) ? (call['funcname'] as readonly Body[]) : []
  const { sval } = (names.at(-1)?.['String'] ?? {}) as { readonly sval?: unknown }
  return typeof sval === 'string' ? sval : null
}

/** The text of a literal, also with a cast, or of several joined by ||; null for anything else. NULL is as short as the empty text. */
function literalOf(node: unknown): string | null {
  const { A_Const: constant, A_Expr: joined, TypeCast: cast } = (node ?? {}) as Nodes
  if (cast !== undefined) return literalOf(cast['arg'])
  if (joined !== undefined && JSON.stringify(joined['name']) === '[{"String":{"sval":"||"}}]') {
    const [left, right] = [literalOf(joined['lexpr']), literalOf(joined['rexpr'])]
    return left === null || right === null ? null : left + right
  }
  if (constant === undefined) return null
  if (constant['isnull'] === true) return ''
  const { sval } = (constant['sval'] ?? {}) as { readonly sval?: unknown }
  // The parser leaves the empty text out.
  return typeof sval === 'string' ? sval : constant['sval'] === undefined ? null : ''
}

const ranges = /^(date|int4|int8|num|ts|tstz)range$/

function isSmall(node: unknown): boolean {
  const text = literalOf(node)
  if (text !== null) return text.length <= longestList
  const { A_ArrayExpr: array, FuncCall: call, TypeCast: cast } = (node ?? {}) as Nodes
  if (cast !== undefined) return isSmall(cast['arg'])
  if (array !== undefined) {
    const elements = Array.isArray(array['elements']) ? array['elements'] : []
    return elements.length <= mostMembers
  }
  return ranges.test(nameOf(call) ?? '')
}
