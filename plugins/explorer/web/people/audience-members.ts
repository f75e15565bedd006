import type { PersonName } from './person.js'

/** A person as the definition of an audience lists them. */
export interface Listed {
  /** Absent if only the user is listed. */
  readonly device_id?: string
  readonly user_id?: string | null
}

/** An audience in a list: without the persons that its definition lists. */
export interface ListedAudience {
  readonly id: string
  readonly owner_id: string
  readonly name: string
  readonly listed_count: number
  readonly definition: object
}

/** Whether an audience is a list of people and nothing else: with rules, an added person might still be no member. */
export const isPlainList = ({ listed_count, definition }: ListedAudience): boolean => {
  const rules = Object.entries(definition).filter(
    ([name, part]) => name !== 'members' && !(Array.isArray(part) && part.length === 0),
  )
  return listed_count > 0 && rules.length === 0
}

export const membersOf = (people: readonly PersonName[]): readonly Listed[] =>
  people.map(({ device_id, user_id }) => ({ device_id, ...(user_id === null ? {} : { user_id }) }))

/** A person is the user, or the device of an anonymous one. */
const keyOf = ({ user_id, device_id }: Listed): string =>
  user_id === undefined || user_id === null ? `d${device_id ?? ''}` : `u${user_id}`

/** The members with these people, each once, and the number of those that are new. */
export function addedTo(
  members: readonly Listed[],
  people: readonly PersonName[],
): { readonly members: readonly Listed[]; readonly added: number } {
  const known = new Set(members.map(keyOf))
  const added = membersOf(people).filter((one) => {
    const isNew = !known.has(keyOf(one))
    known.add(keyOf(one))
    return isNew
  })
  return { members: [...members, ...added], added: added.length }
}
