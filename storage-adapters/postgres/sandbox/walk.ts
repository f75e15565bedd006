import { kinds } from './kinds.js'

/** The fields of a node of the parser's tree. */
export type Body = Readonly<Record<string, unknown>>

/**
 * Called for a node: its kind, its fields, and the byte of the text
 * where it, or the nearest node around it, begins.
 */
export type Visit = (kind: string, body: Body, place: number) => void

/** Called for a kind or a field that is not in the closed list. */
export type Unknown = (name: string, place: number) => never

/**
 * The greatest depth of a tree: more than any sensible statement has,
 * less than overflows this walk or the server.
 */
const deepest = 1_000

/** Visits every node of a tree once; calls `unknown` for a kind or a field that is not in the closed list. */
export function walk(tree: unknown, visit: Visit, unknown: Unknown): void {
  const isBody = (value: unknown): value is Body =>
    typeof value === 'object' && value !== null && !Array.isArray(value)

  function enter(kind: string, body: unknown, outer: number, depth: number): void {
    const fields = kinds.get(kind)
    if (fields === undefined || !isBody(body)) return unknown(kind, outer)
    const place = typeof body['location'] === 'number' && body['location'] >= 0 ? body['location'] : outer
    if (depth > deepest) return unknown('depth', place)
    visit(kind, body, place)
    for (const [name, value] of Object.entries(body)) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (field === undefined) return unknown(name, place)
      if (field === 'value') continue
      if (field === 'node') wrapped(value, place, depth + 1)
      else if (field !== 'nodes') enter(field, value, place, depth + 1)
      else if (Array.isArray(value)) for (const item of value) wrapped(item, place, depth + 1)
      else unknown(name, place)
    }
  }

  function wrapped(value: unknown, place: number, depth: number): void {
    if (!isBody(value)) return unknown('node', place)
    const entries = Object.entries(value)
    const [first] = entries
    // The parser writes null as an empty object.
    if (first === undefined) return
    if (entries.length > 1) return unknown('node', place)
    enter(first[0], first[1], place, depth)
  }

  wrapped(tree, 0, 0)
}

/** The strings of a list of String nodes; null if it contains another kind of node. */
export function strings(nodes: unknown): readonly string[] | null {
  if (!Array.isArray(nodes)) return []
  const texts: string[] = []
  for (const node of nodes as readonly unknown[]) {
    const text = (node as { readonly String?: { readonly sval?: unknown } }).String?.sval
    if (typeof text !== 'string') return null
    texts.push(text)
  }
  return texts
}
