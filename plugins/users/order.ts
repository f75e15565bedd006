import {
  ascending,
  choose,
  coalesce,
  invalid,
  missing,
  not,
  number,
  resolveField,
  text,
  unknownName,
  withTrait,
  type Expr,
  type Relation,
  type SortKey,
} from '../../contract/index.js'

/** The columns of a person that a list can be sorted by. */
export const columns: readonly string[] = ['last_seen', 'first_seen', 'events']

interface TraitOrder {
  readonly keys: readonly SortKey[]
  /** Joins the trait to the persons. */
  readonly joined: (people: Relation) => Relation
}

/**
 * The order by `trait:<name>`: numbers, then texts by code point, then booleans, then values without an order, then
 * persons without the trait. Each kind is sorted by `inOrder`. Throws a 422 if `name` is no trait of a person.
 */
export function byTrait(name: string, inOrder: (by: Expr) => SortKey): TraitOrder {
  const field = name.startsWith('trait:') ? resolveField('events', name, 'sort') : null
  const trait = field?.trait ?? null
  if (field === null || trait === null)
    throw invalid('sort', unknownName('sort', name, [...columns, 'trait:<name>']))
  const { number: numeric, text: string, boolean, label, exists } = field
  if (numeric === null || string === null || boolean === null || label === null)
    throw new Error(`${name} has not all forms`)
  const has = (value: Expr, place: number) => ({ when: not(missing(value)), then: number(place) })
  const kind = choose(
    [has(numeric, 0), has(string, 1), has(boolean, 2), { when: exists, then: number(3) }],
    number(4),
  )
  // Equal numbers must tie, however they are written.
  const written = choose([{ when: not(missing(numeric)), then: text('') }], coalesce(label, text('')))
  return {
    keys: [ascending(kind), inOrder(coalesce(numeric, number(0))), inOrder(written)],
    joined: (people) => withTrait(people, trait),
  }
}
