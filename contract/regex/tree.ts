import type { Ranges } from './ranges.js'

export type Assertion = 'text-start' | 'text-end' | 'line-start' | 'line-end' | 'word-edge' | 'no-word-edge'

/** `max` null means unbounded. `lazy` matters only for searches that take one match after another. */
interface Repeat {
  readonly kind: 'repeat'
  readonly item: Regex
  readonly min: number
  readonly max: number | null
  readonly lazy: boolean
}

/** A regular expression, without captures. */
export type Regex =
  | { readonly kind: 'set'; readonly ranges: Ranges }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'concat'; readonly items: readonly Regex[] }
  | { readonly kind: 'choice'; readonly branches: readonly Regex[] }
  | Repeat

export const empty: Regex = { kind: 'concat', items: [] }
export const never: Regex = { kind: 'set', ranges: [] }
export const set = (ranges: Ranges): Regex => (ranges.length === 0 ? never : { kind: 'set', ranges })
export const assertion = (which: Assertion): Regex => ({ kind: 'assertion', assertion: which })

export function concat(items: readonly Regex[]): Regex {
  if (items.includes(never)) return never
  const flat = items.flatMap((item) => (item.kind === 'concat' ? item.items : [item]))
  const [only] = flat
  if (only === undefined) return empty
  return flat.length === 1 ? only : { kind: 'concat', items: flat }
}

export function choice(branches: readonly Regex[]): Regex {
  const possible = branches.filter((branch) => branch !== never)
  const [only] = possible
  if (only === undefined) return never
  return possible.length === 1 ? only : { kind: 'choice', branches: possible }
}

/**
 * Postgres rejects a repeated assertion. Repeated once or more, it equals the assertion; repeated zero or
 * more times, it is empty.
 */
export function repeat(item: Regex, min: number, max: number | null, lazy: boolean): Regex {
  if (item === never) return min === 0 ? empty : never
  if (isWidthless(item)) return min === 0 ? empty : item
  if (max === 0) return empty
  if (min === 1 && max === 1) return item
  const made = (inner: Regex, least: number, most: number | null): Regex => ({
    kind: 'repeat',
    item: inner,
    min: least,
    max: most,
    lazy,
  })
  if (item.kind === 'repeat' && item.lazy === lazy) {
    const { item: inner } = item
    // In Postgres, nested repetitions multiply: their cost is quadratic or worse.
    if (item.max === null && item.min <= 1) return made(inner, min * item.min, null)
    if (item.min === 0 && item.max !== null) return made(inner, 0, max === null ? null : max * item.max)
    if (item.min <= 1 && max === null && min <= 1) return made(inner, min * item.min, null)
  }
  return made(item, min, max)
}

function isWidthless(regex: Regex): boolean {
  switch (regex.kind) {
    case 'set':
    case 'repeat':
      return false
    case 'assertion':
      return true
    case 'concat':
      return regex.items.every(isWidthless)
    case 'choice':
      return regex.branches.every(isWidthless)
  }
}
