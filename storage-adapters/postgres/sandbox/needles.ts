import type { Body } from './walk.js'

/**
 * The most characters of a string that a function searches for, or reads as a format or a list of characters.
 */
const longestNeedle = 200
/**
 * The most characters of a literal, and members of an ARRAY, that a
 * containment operator compares with the other side.
 */
const longestList = 2_000
const mostMembers = 1_000

/**
 * Functions that search for an argument, or each of its characters, at every position of another, with the
 * indexes of these arguments. The server does not check for cancellation inside them: searching 500,000
 * characters in a million takes minutes, and only SIGKILL ends it.
 */
const places: ReadonlyMap<string, readonly number[]> = new Map([
  ...['position', 'replace', 'split_part', 'string_to_array', 'string_to_table', 'strpos'].map(at(1)),
  ...['btrim', 'ltrim', 'rtrim', 'to_char', 'to_date', 'to_number', 'to_timestamp'].map(at(1)),
  ...['translate'].map(at(1, 2)),
])

function at(...found: readonly number[]): (name: string) => readonly [string, readonly number[]] {
  return (name) => [name, found]
}

/** Operators that compare each member of one side with each of the other. */
const containments: ReadonlySet<string> = new Set(['@>', '<@', '&&'])
/** Operators that do so if the right side is long. */
const keyLists: ReadonlySet<string> = new Set(['?|', '?&'])
const likes: ReadonlySet<string> = new Set(['~~', '~~*', '!~~', '!~~*'])

/** Returns the message for which a call is rejected, or null. */
export function needleFault(name: string, args: unknown): string | null {
  const list = Array.isArray(args) ? (args as readonly Body[]) : []
  for (const place of places.get(name) ?? []) {
    const arg = list[place]
    if (arg === undefined && !list.some((one) => one['NamedArgExpr'] !== undefined)) continue
    const text = literalOf(arg)
    if (text === null || Array.from(text).length > longestNeedle)
      return `the ${ordinals[place] ?? ''} argument of "${name}" must be a literal of at most ${longestNeedle} characters`
  }
  return null
}

const ordinals = ['first', 'second', 'third']

/**
 * Returns the message for which an operator with these operands is
 * rejected, or null. `right` is null for a subquery.
 */
export function operandFault(operator: string, left: unknown, right: unknown): string | null {
  if (likes.has(operator) && !patternsOf(right).every(isShort))
    return `the pattern of LIKE must be a literal of at most ${longestNeedle} characters`
  if (
    containments.has(operator) ? isSmall(left) || isSmall(right) : !keyLists.has(operator) || isSmall(right)
  )
    return null
  return `"${operator}" requires a literal of at most ${longestList} characters, an ARRAY of at most ${mostMembers} members or a range on one side`
}

const isShort = (node: unknown): boolean => {
  const text = literalOf(node)
  return text !== null && Array.from(text).length <= longestNeedle
}

/** The patterns of LIKE: one, those of LIKE ANY (ARRAY[…]), or with ESCAPE the arguments of like_escape(). */
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

/**
 * The string of a literal, with or without a cast, or of literals joined by
 * ||; null for anything else. NULL counts as ''.
 */
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
  // The parser leaves out the field for an empty string.
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
