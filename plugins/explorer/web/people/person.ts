import type { Cells } from '../api/types.js'
import { hrefOf } from '../router/location.js'

/** A row of any list of persons; lists add numbers of their own. */
export interface PersonRow extends Cells {
  readonly device_id: string
  readonly user_id: string | null
  readonly first_seen?: string
  readonly last_seen?: string
  readonly events?: number
}

export type PersonName = Pick<PersonRow, 'device_id' | 'user_id'>

/** An entry of POST /api/v1/people/profiles. */
export interface Profile extends PersonName {
  readonly traits: Cells
  readonly devices: readonly { readonly device_id: string; readonly linked_at: string | null }[]
}

/** No user and no device have the same. */
export const personKey = ({ user_id, device_id }: PersonName): string =>
  user_id === null ? `device/${device_id}` : `user/${user_id}`

export const personHref = ({ user_id, device_id }: PersonName): string =>
  hrefOf(
    user_id === null
      ? `/people/device/${encodeURIComponent(device_id)}`
      : `/people/user/${encodeURIComponent(user_id)}`,
  )

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** What to call a person: by name, by e-mail, by id. */
export function titleOf(person: PersonName, traits: Cells = {}): string {
  const { user_id, device_id } = person
  const whole = [text(traits['first_name']), text(traits['last_name'])]
    .filter((part) => part !== null)
    .join(' ')
  const known = text(traits['name']) ?? text(whole) ?? text(traits['email']) ?? user_id
  return known ?? `Anonymous ${device_id.slice(0, 8)}`
}

/** What tells persons of one name apart. */
export const subtitleOf = ({ user_id, device_id }: PersonName, traits: Cells = {}): string =>
  text(traits['email']) ?? user_id ?? device_id

/** Short traits that are worth a look in a list. */
export const tagsOf = (traits: Cells): readonly string[] =>
  ['plan', 'company', 'role'].flatMap((name) => text(traits[name]) ?? [])
