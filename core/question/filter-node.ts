import { invalid, unknownName } from '../../contract/index.js'

/** A node of a filter tree, its own parts read and those below not yet. */
export type Node =
  | { readonly kind: 'and' | 'or'; readonly terms: readonly unknown[] }
  | { readonly kind: 'not'; readonly term: unknown }
  | DidNode
  /** A condition `{field, operator, value}`. */
  | { readonly kind: 'condition'; readonly item: unknown }

export interface DidNode {
  readonly kind: 'did'
  readonly event: string
  /** A tree over the events that count. */
  readonly filter?: unknown
  readonly count?: unknown
  /** A range, as in the parameter of that name. */
  readonly within?: string
}

const forms = ['and', 'or', 'not', 'did'] as const
const didParts = ['event', 'filter', 'count', 'within']
const longestEvent = 500
const longestRange = 100

/** Reads one node. Throws a 422 that names what is wrong with it. */
export function readNode(item: unknown, path: string): Node {
  const node = objectOf(item, path, 'a condition {field, operator, value}, or {and}, {or}, {not} or {did}')
  const form = forms.find((name) => Object.hasOwn(node, name))
  if (form === undefined) {
    if (Object.keys(node).length === 0)
      throw invalid(path, `${path} must have a field, or one of ${forms.join(', ')}`)
    return { kind: 'condition', item }
  }
  for (const name of Object.keys(node))
    if (name !== form) throw invalid(`${path}.${name}`, `${path}: ${form} must be the only member`)
  const value = node[form]
  switch (form) {
    case 'and':
    case 'or':
      return { kind: form, terms: termsOf(value, `${path}.${form}`) }
    case 'not':
      return { kind: 'not', term: value }
    case 'did':
      return didOf(value, `${path}.did`)
  }
}

function termsOf(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0)
    throw invalid(path, `${path} must be a list of at least one filter`)
  return value
}

function didOf(value: unknown, path: string): DidNode {
  const did = objectOf(value, path, '{event, filter, count, within}')
  for (const name of Object.keys(did))
    if (!didParts.includes(name))
      throw invalid(`${path}.${name}`, `${path}: ${unknownName('member', name, didParts)}`)
  const { event, filter, count, within } = did
  if (typeof event !== 'string' || event === '' || event.length > longestEvent)
    throw invalid(`${path}.event`, `${path}.event must be the name of an event`)
  if (within !== undefined && (typeof within !== 'string' || within.length > longestRange))
    throw invalid(`${path}.within`, `${path}.within must be a range, like 30d`)
  return {
    kind: 'did',
    event,
    ...(filter !== undefined && { filter }),
    ...(count !== undefined && { count }),
    ...(within !== undefined && { within }),
  }
}

function objectOf(value: unknown, path: string, form: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(path, `${path} must be ${form}`)
  return value as Readonly<Record<string, unknown>>
}
