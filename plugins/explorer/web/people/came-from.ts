import { signal } from '@preact/signals'
import { hrefOf, path, query } from '../router/location.js'
import { personKey, type PersonName } from './person.js'

/** The list of people from which a person's page was opened last. In memory: another tab has its own. */
interface ListOfPeople {
  readonly people: readonly PersonName[]
  /** The address of the list. */
  readonly href: string
  /** What the list is called: "People". */
  readonly title: string
}

const list = signal<ListOfPeople | null>(null)

export const comeFrom = (people: readonly PersonName[], href: string, title: string): void => {
  list.value = { people, href, title }
}

/** The address of the open view, with its state. */
export const hereOf = (): string => hrefOf(path.peek(), Object.fromEntries(query.peek()))

interface Neighbours {
  readonly list: ListOfPeople
  /** From 1. */
  readonly place: number
  readonly previous: PersonName | null
  readonly next: PersonName | null
}

/** The persons before and after one in the list; null if the list does not have the person. */
export function neighboursOf(who: PersonName, from: ListOfPeople | null = list.value): Neighbours | null {
  if (from === null) return null
  const at = from.people.findIndex((one) => personKey(one) === personKey(who))
  if (at === -1) return null
  return {
    list: from,
    place: at + 1,
    previous: from.people[at - 1] ?? null,
    next: from.people[at + 1] ?? null,
  }
}
