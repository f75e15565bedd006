import { scan } from 'libpg-query'
import {
  checkParameters,
  placeholderIn,
  type SqlParameter,
  type SqlParameters,
  type SqlPlaceholder,
} from '../../../contract/index.js'
import { invalidQuery, mostBytes } from './parse.js'
import type { Origin } from './position.js'

/** A statement in the form that the server takes. */
export interface BoundStatement {
  readonly text: string
  /** The values of $1, $2 …, in the server's text format. */
  readonly values: readonly string[]
  /** The text as typed; null if it is the same. */
  readonly origin: Origin | null
}

/** The server's names of the types. */
const serverTypes: Readonly<Record<string, string>> = {
  String: 'text',
  Int64: 'int8',
  UInt64: 'numeric',
  Float64: 'float8',
  Bool: 'bool',
  Date: 'date',
  DateTime: 'timestamptz',
}

/** A placeholder in the typed text; its ends count characters. */
interface Found extends SqlPlaceholder {
  readonly from: number
  readonly to: number
}

/**
 * Returns the statement with its placeholders as typed parameters:
 *
 *     WHERE country = {country:String}    WHERE country = CAST($1 AS text)
 *
 * The server's own scanner finds them, so strings, quoted names and comments are left alone. A cast can stand only where a
 * value may. Rejects with VALIDATION_ERROR as checkParameters() does.
 */
export async function bindParameters(typed: string, given: SqlParameters): Promise<BoundStatement> {
  const found = await placeholdersIn(typed)
  const parameters = checkParameters(found, given)
  if (found.length === 0) return { text: typed, values: [], origin: null }
  const characters = Array.from(typed)
  const numbers = new Map(parameters.map(({ name }, index) => [name, index + 1]))
  const pieces: string[] = []
  /** The ends of each cast in the new text, beside those of its placeholder. */
  const moves: { readonly from: number; readonly to: number; readonly typed: Found }[] = []
  let [typedEnd, end] = [0, 0]
  for (const one of found) {
    const before = characters.slice(typedEnd, one.from)
    const cast = ` CAST($${numbers.get(one.name) ?? 0} AS ${serverType(one.type)}) `
    const from = end + before.length
    pieces.push(before.join(''), cast)
    typedEnd = one.to
    end = from + cast.length
    moves.push({ from, to: end, typed: one })
  }
  pieces.push(characters.slice(typedEnd).join(''))
  const at = (index: number): number => {
    const last = moves.findLast(({ from }) => from <= index)
    if (last === undefined) return index
    return index < last.to ? last.typed.from : index - last.to + last.typed.to
  }
  return { text: pieces.join(''), values: parameters.map(textOf), origin: { text: typed, at } }
}

async function placeholdersIn(typed: string): Promise<readonly Found[]> {
  // A text that is no statement anyway is rejected by parse().
  if (!typed.includes('{') || Buffer.byteLength(typed) > mostBytes || !typed.isWellFormed()) return []
  const bytes = Buffer.from(typed)
  const { tokens } = await scan(typed).catch(() => ({ tokens: [] }))
  const textTo = (end: number): string => bytes.subarray(0, end).toString('utf8')
  const found: Found[] = []
  for (const [index, open] of tokens.entries()) {
    if (open.text !== '{') continue
    const close = tokens.slice(index + 1).find(({ text }) => text === '{' || text === '}')
    if (close?.text !== '}') continue
    const placeholder = placeholderIn(bytes.subarray(open.end, close.start).toString('utf8'))
    if (placeholder === null) continue
    const [from, to] = [open.start, close.end].map((place) => Array.from(textTo(place)).length)
    found.push({ ...placeholder, from: from ?? 0, to: to ?? 0 })
  }
  // These would be taken for the service's own.
  if (found.length > 0 && tokens.some(({ tokenName }) => tokenName === 'PARAM'))
    throw invalidQuery('write all parameters as {name:Type}, none as $1')
  return found
}

/** `Array(Int64)` is `int8[]`. */
const serverType = (type: string): string => {
  const inner = /^Array\((.*)\)$/.exec(type)?.[1]
  return inner === undefined ? (serverTypes[type] ?? '') : `${serverTypes[inner] ?? ''}[]`
}

const textOf = ({ value }: SqlParameter): string =>
  typeof value === 'string'
    ? value
    : `{${value.map((one) => `"${one.replaceAll(/["\\]/g, '\\$&')}"`).join()}}`

/**
 * Puts the values into a parser's tree as literals, in place of $1, $2 …, for checks of the arguments of functions. It loops,
 * because a tree may be deeper than the stack.
 */
export function putValues(tree: unknown, values: readonly string[]): void {
  const open: unknown[] = values.length === 0 ? [] : [tree]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue
    const fields = node as Record<string, unknown>
    for (const [name, field] of Object.entries(fields)) {
      const { ParamRef: parameter } = (field ?? {}) as { readonly ParamRef?: Parameter }
      if (parameter === undefined) open.push(field)
      else fields[name] = literal(parameter, values)
    }
  }
}

interface Parameter {
  readonly number: number
  readonly location?: number
}

const literal = ({ number, location = -1 }: Parameter, values: readonly string[]) => ({
  A_Const: { sval: { sval: values[number - 1] ?? '' }, location },
})
