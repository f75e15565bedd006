import type { CompiledQuery, Row, WorkspaceRef } from '../../../../contract/index.js'
import { databaseOf } from '../../cluster/database.js'
import { createParameters } from '../../query/parameters.js'
import type { LateLinks } from '../person-map/late-links.js'
import { byValue, keyOf } from '../keys.js'
import { mapTable } from '../person-map/map.js'
import { wordColumns } from './day-bitmap.js'
import type { ActivitySnapshot, CountedPerson } from './snapshot.js'
import { personTable } from './tables.js'

/** Maximum number of devices whose days are counted again; with those that are linked since, they fit into one parameter. */
export const mostRelated = 4_000

/** A device with events, as the snapshot has it. */
export interface StoredDevice {
  /** The person, by the key that it has in the map. */
  readonly person: bigint
  /** The days with an event, 64 in each. */
  readonly words: readonly bigint[]
}

/** The devices of persons of a generation. */
export interface KnownDevices {
  readonly generation: number
  readonly persons: ReadonlySet<bigint>
  /** All their devices with events. */
  readonly devices: ReadonlyMap<bigint, StoredDevice>
}

/** What was looked up by the question before: a generation never changes. */
export interface DeviceMemory {
  devicesOf(workspace: WorkspaceRef): KnownDevices | undefined
  keepDevices(workspace: WorkspaceRef, known: KnownDevices): void
}

/**
 * Returns all devices with events of persons in the snapshot. Returns null if these are more than `mostRelated`. Only
 * persons are looked up that the question before did not need.
 */
export async function devicesOfPersons(
  workspace: WorkspaceRef,
  { generation }: Pick<ActivitySnapshot, 'generation'>,
  persons: ReadonlySet<bigint>,
  { find, memory }: { find: (query: CompiledQuery) => Promise<readonly Row[]>; memory: DeviceMemory },
): Promise<ReadonlyMap<bigint, StoredDevice> | null> {
  if (persons.size > mostRelated) return null
  const last = memory.devicesOf(workspace)
  const known = last?.generation === generation ? last : { persons: new Set<bigint>(), devices: new Map() }
  const missing = [...persons].filter((person) => !known.persons.has(person))
  const found =
    missing.length === 0 ? [] : await find(storedDevices(workspace, generation, missing.sort(byValue)))
  if (found.length > mostRelated) return null
  const devices = new Map<bigint, StoredDevice>(known.devices)
  for (const row of found) {
    const words = wordColumns.map((name) => keyOf(row[name]))
    devices.set(keyOf(row['device']), { person: keyOf(row['person']), words })
  }
  const own = new Map([...devices].filter(([, { person }]) => persons.has(person)))
  if (missing.length > 0)
    memory.keepDevices(workspace, {
      generation,
      ...(devices.size > mostRelated
        ? { persons, devices: own }
        : { persons: new Set([...known.persons, ...persons]), devices }),
    })
  return own.size > mostRelated ? null : own
}

/**
 * Counts persons again: those of `again` have the days of the devices that are theirs now, those that only gain devices have these
 * days besides their own. Example, d1 is new to Ann, d2 moves from Bob to Ann, and d3 stays with Bob:
 *
 *   snapshot   d1: d1, d2: Bob, d3: Bob
 *   late       d1: d1 → Ann, d2: Bob → Ann
 *   result     d1: none, in place of its days        Bob: the days of d3, in place of his
 *              Ann: the days of d1 and d2, besides hers
 */
export function countAgain(
  again: ReadonlySet<bigint>,
  devices: ReadonlyMap<bigint, StoredDevice>,
  late: LateLinks,
): readonly CountedPerson[] {
  const empty = wordColumns.map(() => 0n)
  const counted = new Map<bigint, CountedPerson>(
    [...again].map((person) => [person, { person, words: empty, replaces: true, linked: false }]),
  )
  for (const [device, { person: before, words }] of devices) {
    const link = late.get(device)
    const person = link?.person ?? before
    const last = counted.get(person) ?? { person, words: empty, replaces: false, linked: false }
    counted.set(person, {
      ...last,
      words: last.words.map((word, at) => word | (words[at] ?? 0n)),
      linked: last.linked || link !== undefined,
    })
  }
  return [...counted.values()].sort((one, other) => byValue(one.person, other.person))
}

/** Returns the statement of the devices with events of these persons; the key of a person is one of its devices. */
function storedDevices(
  workspace: WorkspaceRef,
  generation: number,
  persons: readonly bigint[],
): CompiledQuery {
  const parameters = createParameters()
  const { name: database } = databaseOf(workspace, null)
  const keys = parameters.bind(persons, 'keys')
  const others = `SELECT device, person FROM ${mapTable(database, generation)} WHERE person IN (${keys})`
  const words = wordColumns.map((name) => `toString(d.${name}) AS ${name}`)
  return {
    workspace,
    text:
      `SELECT toString(d.device) AS device, toString(ifNull(m.person, d.device)) AS person, ${words.join(', ')} ` +
      `FROM ${personTable('devices', database, generation)} AS d LEFT ANY JOIN (${others}) AS m ON d.device = m.device ` +
      `WHERE d.device IN (${keys}) OR d.device IN (SELECT device FROM (${others})) LIMIT ${mostRelated + 1}`,
    parameters: parameters.values,
    columns: {
      device: 'text',
      person: 'text',
      ...Object.fromEntries(wordColumns.map((name) => [name, 'text' as const])),
    },
    purpose: 'which devices these persons had, and their days',
  }
}
