import { post, type Call } from '../api/call.js'
import { asApiError } from '../api/error.js'
import { send } from '../api/send.js'
import type { Data } from '../api/types.js'
import { saveSheet, type Cell } from '../share/csv.js'
import { toast } from '../ui/toast.js'
import { allRows } from './pages.js'
import type { PersonRow, Profile } from './person.js'

const profilesAtOnce = 1_000

/** Downloads the people of a list with their traits as a CSV file, at most 10,000. Shows a toast if that fails. */
export async function downloadPeople(call: Call, name: string): Promise<void> {
  try {
    const { data } = await allRows(call)
    const profiles = await profilesOf(data)
    const fields = [...new Set(data.flatMap((row) => Object.keys(row)))]
    const traits = [...new Set(profiles.flatMap((one) => Object.keys(one.traits)))].sort()
    saveSheet({
      name,
      columns: [...fields, ...traits.map((trait) => `trait:${trait}`)],
      rows: data.map((row, index) => [
        ...fields.map((field) => cellOf(row[field])),
        ...traits.map((trait) => cellOf(profiles[index]?.traits[trait])),
      ]),
    })
  } catch (error) {
    toast(asApiError(error).message, { bad: true })
  }
}

async function profilesOf(rows: readonly PersonRow[]): Promise<readonly Profile[]> {
  const found: Profile[] = []
  for (let at = 0; at < rows.length; at += profilesAtOnce) {
    const people = rows
      .slice(at, at + profilesAtOnce)
      .map(({ device_id, user_id }) => ({ device_id, user_id }))
    const { data } = await send<Data<{ readonly people: readonly Profile[] }>>(
      post('/api/v1/people/profiles', { people }),
    )
    found.push(...data.people)
  }
  return found
}

const cellOf = (value: unknown): Cell =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Cell)
