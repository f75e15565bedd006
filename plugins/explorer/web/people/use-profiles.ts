import { post } from '../api/call.js'
import type { Data } from '../api/types.js'
import { useAnswer } from '../api/use-answer.js'
import { personKey, type PersonName, type Profile } from './person.js'

const none: ReadonlyMap<string, Profile> = new Map()

/** Traits and devices of the people of a list, by personKey(); empty until they are loaded. */
export function useProfiles(people: readonly PersonName[]): ReadonlyMap<string, Profile> {
  const named = people.map(({ device_id, user_id }) => ({ device_id, user_id }))
  const call = named.length === 0 ? null : post('/api/v1/people/profiles', { people: named })
  const { data } = useAnswer<Data<{ readonly people: readonly Profile[] }>>(call)
  return data === null ? none : new Map(data.data.people.map((one) => [personKey(one), one]))
}
