import type { Cells } from '../api/types.js'
import { hrefOf } from '../router/location.js'
import { peopleText } from '../text/people.js'

/** A row of any list of people; some lists add numbers. */
export interface PersonRow extends Cells {
  readonly device_id: string
  readonly user_id: string | null
  /** In a list of sessions. */
  readonly session_id?: string
  readonly first_seen?: string
  readonly last_seen?: string
  readonly events?: number
}

/** What identifies a person: the user, or the device if it is anonymous. */
export type PersonName = Pick<PersonRow, 'device_id' | 'user_id'>

/** An entry of POST /api/v1/people/profiles. */
export interface Profile extends PersonName {
  readonly traits: Cells
  readonly devices: readonly { readonly device_id: string; readonly linked_at: string | null }[]
}

/** A unique key of a person; users and devices have different prefixes. */
export const personKey = ({ user_id, device_id }: PersonName): string =>
  user_id === null ? `device/${device_id}` : `user/${user_id}`

export const personHref = ({ user_id, device_id }: PersonName): string =>
  hrefOf(
    user_id === null
      ? `/people/device/${encodeURIComponent(device_id)}`
      : `/people/user/${encodeURIComponent(user_id)}`,
  )

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The title of a person: name, e-mail, user id, or “Anonymous” with the start of the device id. */
export function titleOf(person: PersonName, traits: Cells = {}): string {
  const { user_id, device_id } = person
  const whole = [text(traits['first_name']), text(traits['last_name'])]
    .filter((part) => part !== null)
    .join(' ')
  const known = text(traits['name']) ?? text(whole) ?? text(traits['email']) ?? user_id
  return known ?? peopleText.anonymousId(device_id.slice(0, 8))
}

/** A subtitle that distinguishes people of the same name: e-mail, user id or device id. */
export const subtitleOf = ({ user_id, device_id }: PersonName, traits: Cells = {}): string =>
  text(traits['email']) ?? user_id ?? device_id

/** The traits that lists show as tags: plan, company and role. */
export const tagsOf = (traits: Cells): readonly string[] =>
  ['plan', 'company', 'role'].flatMap((name) => text(traits[name]) ?? [])
