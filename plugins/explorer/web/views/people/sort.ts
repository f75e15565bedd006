import { columnTitle, isTrait } from '../../people/columns.js'
import type { Codec } from '../../router/codec.js'
import { peopleViewText } from '../../text/people-view.js'

interface SortChoice {
  readonly value: string
  readonly label: string
}

const fixed: readonly SortChoice[] = [
  { value: 'last_seen', label: peopleViewText.mostRecentlySeenFirst },
  { value: 'last_seen asc', label: peopleViewText.leastRecentlySeenFirst },
  { value: 'first_seen', label: peopleViewText.newestPeopleFirst },
  { value: 'first_seen asc', label: peopleViewText.oldestPeopleFirst },
  { value: 'events', label: peopleViewText.mostEventsFirst },
  { value: 'events asc', label: peopleViewText.fewestEventsFirst },
]

const ascending = ' asc'
const usual = 'last_seen'

/** The order of a list of people in the address: a field of the rows or a trait, then ` asc`. */
export const sortCodec: Codec<string> = {
  read: (text) =>
    text !== null && (isTrait(text) || fixed.some(({ value }) => value === text)) ? text : usual,
  write: (sort) => (sort === usual ? null : sort),
}

/** The orders to choose from: the traits are those of the columns, and the one in use. */
export function sortChoices(columns: readonly string[], sort: string): readonly SortChoice[] {
  const { by } = parametersOf(sort)
  const traits = [...new Set([...columns, by])].filter(isTrait)
  return [
    ...fixed,
    ...traits.flatMap((trait) => [
      { value: `${trait}${ascending}`, label: peopleViewText.byTraitAscending(columnTitle(trait)) },
      { value: trait, label: peopleViewText.byTraitDescending(columnTitle(trait)) },
    ]),
  ]
}

/** The parameters `sort` and `order` of the request; null where the service's default is meant. */
export function sortParameters(sort: string): {
  readonly sort: string | null
  readonly order: string | null
} {
  const { by, isAscending } = parametersOf(sort)
  return { sort: by === usual && !isAscending ? null : by, order: isAscending ? 'asc' : null }
}

function parametersOf(sort: string): { readonly by: string; readonly isAscending: boolean } {
  const isAscending = sort.endsWith(ascending)
  return { by: isAscending ? sort.slice(0, -ascending.length) : sort, isAscending }
}
