import { get, post, type Call } from '../api/call.js'
import type { Cells } from '../api/types.js'
import { personKey, subtitleOf, titleOf, type PersonName, type Profile } from '../people/person.js'
import { filterParameters } from '../question/filter-sent.js'
import type { FilterNode } from '../question/filter-node.js'
import type { Entry } from './entry.js'

/** Fewer letters match too many people. */
export const fewestLetters = 2
/** A pattern may have at most 500 characters. */
const mostLetters = 100
const mostPeople = 6
/** The range in which people are found by name or e-mail. */
const range = '90d'

const names = ['trait:email', 'trait:name', 'trait:first_name', 'trait:last_name']

/** The typed text in any case, as a pattern that has no other meaning. */
export const patternOf = (typed: string): string =>
  `(?i)${typed.slice(0, mostLetters).replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}`

/** People with an event in the last 90 days whose id is the text, or whose name or e-mail contains it. */
export function peopleCall(typed: string): Call {
  const tree: FilterNode = {
    or: [
      { field: 'user_id', operator: 'eq', value: typed },
      { field: 'device_id', operator: 'eq', value: typed },
      ...names.map((field) => ({ field, operator: 'regex', value: patternOf(typed) })),
    ],
  }
  return get('/api/v1/metrics/users/raw', [
    ['range', range],
    ...filterParameters([tree]),
    ['limit', String(mostPeople)],
  ])
}

/** The person with exactly this id, whenever they were seen last: as a user, or by a device. */
export const profilesCall = (typed: string): Call =>
  post('/api/v1/people/profiles', {
    people: [{ device_id: typed, user_id: typed }, { device_id: typed }],
  })

/** The profiles of people that exist: an unknown id has neither traits nor a linked device. */
export const existing = (profiles: readonly Profile[]): readonly Profile[] =>
  profiles.filter(
    ({ user_id, traits, devices }) =>
      Object.keys(traits).length > 0 || (user_id !== null && devices.length > 0),
  )

/** Entries of people, each once. */
export function personEntries(
  people: readonly PersonName[],
  traitsOf: (person: PersonName) => Cells,
): readonly Entry[] {
  const byKey = new Map(people.map((person) => [personKey(person), person]))
  return [...byKey].map(([key, person]) => {
    const traits = traitsOf(person)
    const named = names
      .map((name) => traits[name.slice('trait:'.length)])
      .filter((value) => typeof value === 'string')
    const [kind = '', ...id] = key.split('/')
    return {
      id: `person:${key}`,
      section: 'people',
      label: titleOf(person, traits),
      about: subtitleOf(person, traits),
      words: [person.user_id, person.device_id, ...named].filter((word) => word !== null).join(' '),
      target: { path: `/people/${kind}/${encodeURIComponent(id.join('/'))}` },
    }
  })
}
