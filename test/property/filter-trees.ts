import fc from 'fast-check'
import { personIn, type AudienceData, type LawEvent } from './metric-events.js'
import { filter, holds, valuesIn, type Filter } from './naive-filter.js'

export interface Did {
  readonly event: string
  readonly filter?: Tree
  readonly count?: { readonly operator: string; readonly value: number }
  readonly within?: string
}

export type Tree =
  | Filter
  | { readonly and: readonly Tree[] }
  | { readonly or: readonly Tree[] }
  | { readonly not: Tree }
  | { readonly did: Did }

/** The intervals that the trees' ranges name, half-open, in milliseconds since 1970 UTC. */
export type Spans = Readonly<Record<string, readonly [number, number]>>

/** A range that every tree may name: the one that tests ask about. */
export const range = '2024-10-24,2024-11-01'

interface Shape {
  readonly depth: number
  /** Further ranges that a `did` may name; null for trees without `did`. */
  readonly within: readonly string[] | null
}

function treeOf({ depth, within }: Shape): fc.Arbitrary<Tree> {
  if (depth === 0) return filter
  const below = treeOf({ depth: depth - 1, within })
  const terms = fc.array(below, { minLength: 1, maxLength: 3 })
  const did: fc.Arbitrary<Did> = fc.record(
    {
      event: fc.constantFrom('open', 'buy', 'leave', 'nothing'),
      filter: below,
      count: fc.record({
        operator: fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte'),
        value: fc.integer({ min: 0, max: 3 }),
      }),
      within: fc.constantFrom(...(within ?? []), range),
    },
    { requiredKeys: ['event'] },
  )
  return fc.oneof(
    { weight: 1, arbitrary: filter },
    { weight: 2, arbitrary: terms.map((and) => ({ and })) },
    { weight: 2, arbitrary: terms.map((or) => ({ or })) },
    { weight: 1, arbitrary: below.map((not) => ({ not })) },
    ...(within === null ? [] : [{ weight: 3, arbitrary: did.map((one) => ({ did: one })) }]),
  )
}

export const trees = (seed: number, numRuns: number, within: Shape['within']): readonly Tree[] =>
  fc.sample(treeOf({ depth: 3, within }), { seed, numRuns })

/**
 * Returns whether an event, or a person, meets a tree, by a naive evaluation. `span` is the question's range; for
 * persons, events count until its end.
 */
export function naiveTree(data: AudienceData, spans: Spans, span: readonly [number, number]) {
  const personOf = personIn(data)
  const valueOf = valuesIn(data)
  const byPerson = new Map<string, LawEvent[]>()
  for (const event of data.events)
    byPerson.set(personOf(event), [...(byPerson.get(personOf(event)) ?? []), event])
  const meets = (tree: Tree, event: LawEvent): boolean => {
    if ('and' in tree) return tree.and.every((term) => meets(term, event))
    if ('or' in tree) return tree.or.some((term) => meets(term, event))
    if ('not' in tree) return !meets(tree.not, event)
    if ('did' in tree) return did(tree.did, personOf(event))
    return holds(tree, valueOf(event, personOf(event), tree.field))
  }
  const did = ({ event, filter, count, within }: Did, person: string): boolean => {
    const [from, to] = within === undefined ? span : (spans[within] ?? span)
    const done = (byPerson.get(person) ?? []).filter((one) => {
      const at = Date.parse(one.timestamp)
      const counts = one.event === event && at >= from && at < to
      return counts && (filter === undefined || meets(filter, one))
    })
    const { operator, value } = count ?? { operator: 'gte', value: 1 }
    return compared(done.length, operator, value)
  }
  const meetsPerson = (tree: Tree, person: string): boolean => {
    if ('and' in tree) return tree.and.every((term) => meetsPerson(term, person))
    if ('or' in tree) return tree.or.some((term) => meetsPerson(term, person))
    if ('not' in tree) return !meetsPerson(tree.not, person)
    if ('did' in tree) return did(tree.did, person)
    if (tree.field.startsWith('trait:')) return holds(tree, valueOf(null, person, tree.field))
    const past = (byPerson.get(person) ?? []).filter(({ timestamp }) => Date.parse(timestamp) < span[1])
    return past.some((event) => holds(tree, valueOf(event, person, tree.field)))
  }
  return { meets, meetsPerson }
}

function compared(left: number, operator: string, right: number): boolean {
  switch (operator) {
    case 'eq':
      return left === right
    case 'ne':
      return left !== right
    case 'gt':
      return left > right
    case 'gte':
      return left >= right
    case 'lt':
      return left < right
    default:
      return left <= right
  }
}

/** The same tree as a disjunction of conjunctions of conditions and negated conditions. */
export function disjunctive(tree: Tree, negated = false): readonly (readonly Tree[])[] {
  if ('not' in tree) return disjunctive(tree.not, !negated)
  const isOr = 'or' in tree
  if ('and' in tree || isOr) {
    const parts = (isOr ? tree.or : tree.and).map((term) => disjunctive(term, negated))
    if (isOr !== negated) return parts.flat()
    return parts.reduce((all, part) => all.flatMap((left) => part.map((right) => [...left, ...right])))
  }
  return [[negated ? { not: tree } : tree]]
}
