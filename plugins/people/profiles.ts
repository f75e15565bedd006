import {
  ascending,
  column,
  descending,
  isIn,
  missing,
  and,
  or,
  scan,
  select,
  sort,
  where,
  type JsonObject,
  type Relation,
  type Row,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { mergeTraits } from './merge-traits.js'

/** A person as lists show them: named by their user, or if anonymous by their device. */
export interface PersonName {
  readonly device_id: string
  readonly user_id?: string | null | undefined
}

export interface Profile {
  readonly device_id: string
  readonly user_id: string | null
  /** The latest value of each trait that is not null. */
  readonly traits: JsonObject
  /** Every device of the person, the last linked one first. */
  readonly devices: readonly { readonly device_id: string; readonly linked_at: string | null }[]
}

/** Traits are read from at most so many identify and group calls of all requested persons, the newest. */
const mostCalls = 50_000
const mostDevices = 10_000

type Reads = Pick<WorkspaceAsk, 'rows'>

/** Returns one profile for each name, in their order. A device without a user names the person it belongs to now. */
export async function profilesOf(ask: Reads, names: readonly PersonName[]): Promise<readonly Profile[]> {
  const owners = await ownersOf(
    ask,
    unique(names.flatMap((one) => (one.user_id == null ? [one.device_id] : []))),
  )
  const people = names.map(({ device_id, user_id }) => ({
    device_id,
    user_id: user_id ?? owners.get(device_id) ?? null,
  }))
  const users = unique(people.flatMap(({ user_id }) => user_id ?? []))
  const devices = unique(people.flatMap(({ device_id, user_id }) => (user_id === null ? [device_id] : [])))
  const [links, calls] = await Promise.all([
    users.length === 0 ? [] : ask.rows(linksOf(users)),
    ask.rows(callsOf(users, devices)),
  ])
  const linked = grouped(links, (row) => row['user_id'] as string)
  const callsOfPerson = grouped(calls, (row) => keyOf(row as unknown as PersonName))
  return people.map((person) => ({
    ...person,
    traits: mergeTraits((callsOfPerson.get(keyOf(person)) ?? []).map((row) => row['traits'])),
    devices:
      person.user_id === null
        ? [{ device_id: person.device_id, linked_at: null }]
        : (linked.get(person.user_id) ?? []).map((row) => ({
            device_id: row['device_id'] as string,
            linked_at: new Date(row['timestamp'] as number).toISOString(),
          })),
  }))
}

async function ownersOf(ask: Reads, devices: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (devices.length === 0) return new Map()
  const rows = await ask.rows(where(scan('links'), isIn(column('device_id'), devices)))
  return new Map(rows.map((row) => [row['device_id'] as string, row['user_id'] as string]))
}

const linksOf = (users: readonly string[]): Relation =>
  sort(
    where(scan('links'), isIn(column('user_id'), users)),
    [descending(column('timestamp')), ascending(column('device_id'))],
    mostDevices,
  )

/** Returns the traits of calls about these users and these anonymous devices, newest first. */
function callsOf(users: readonly string[], devices: readonly string[]): Relation {
  const anonymous = and(missing(column('user_id')), isIn(column('device_id'), devices))
  const whose = [
    ...(users.length > 0 ? [isIn(column('user_id'), users)] : []),
    ...(devices.length > 0 ? [anonymous] : []),
  ]
  const newest = [descending(column('timestamp')), descending(column('seq'))]
  const rows = sort(where(scan('traits'), or(...whose)), newest, mostCalls)
  return select(rows, {
    device_id: column('device_id'),
    user_id: column('user_id'),
    traits: column('traits'),
  })
}

/** Returns a key of a person; the prefixes keep a user and a device of the same id apart. */
const keyOf = ({ user_id, device_id }: PersonName): string =>
  user_id == null ? `d${device_id}` : `u${user_id}`

const unique = (strings: readonly string[]): readonly string[] => [...new Set(strings)]

function grouped(rows: readonly Row[], keyOfRow: (row: Row) => string): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOfRow(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}
