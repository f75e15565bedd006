import type { Data, Page } from '../api/types.js'
import { useAnswer } from '../api/use-answer.js'
import { personKey, type PersonRow, type Profile } from '../people/person.js'
import { useProfiles } from '../people/use-profiles.js'
import { useSettled } from '../ui/use-settled.js'
import type { Entry } from './entry.js'
import { existing, fewestLetters, peopleCall, personEntries, profilesCall } from './people.js'

const patience = 250

interface FoundPeople {
  readonly entries: readonly Entry[]
  readonly loading: boolean
}

/** The people whose name, e-mail or id the typed text is; asked for once it has not changed for a quarter of a second. */
export function usePeople(typed: string): FoundPeople {
  const wanted = typed.trim()
  const settled = useSettled(wanted, patience)
  const asks = settled.length >= fewestLetters
  const seen = useAnswer<Page<PersonRow>>(asks ? peopleCall(settled) : null)
  const exact = useAnswer<Data<{ readonly people: readonly Profile[] }>>(asks ? profilesCall(settled) : null)
  const isCurrent = asks && settled === wanted
  const profiles = isCurrent && exact.since === null ? existing(exact.data?.data.people ?? []) : []
  const rows = isCurrent && seen.since === null ? (seen.data?.data ?? []) : []
  const known = useProfiles(rows)
  const byId = new Map(profiles.map((one) => [personKey(one), one]))
  return {
    entries: personEntries(
      [...profiles, ...rows],
      (person) => (byId.get(personKey(person)) ?? known.get(personKey(person)))?.traits ?? {},
    ),
    loading: wanted.length >= fewestLetters && (!isCurrent || seen.since !== null || exact.since !== null),
  }
}
