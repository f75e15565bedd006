import type { CompiledQuery } from '../../../../contract/index.js'
import { personTable } from '../activity-snapshot/tables.js'
import type { Part } from '../activity-snapshot/stored-parts.js'

/** The name of the map as a view of its own, on a cluster. */
export const mapName = 'person_map'

/**
 * The map of persons: the devices whose person is another device, at one moment. A person's key needs to be no more than the
 * key of one of the devices, so most linked devices need no entry. It is built with the activity snapshot, whose
 * generation names its tables:
 *
 *   links                          leaders (user → device)    map (device → person)
 *   d1 → Ann, d2 → Ann, d3 → Bob   Ann → d1, Bob → d3         d2 → d1
 *
 * Keys are compared within a statement only: others use the hashes of users.
 */
export interface PersonMap {
  readonly generation: number
  /** The cluster whose shards hold the devices of their own rows, or null for a single server. */
  readonly cluster: string | null
  /** The number of devices in the map, and of users with a device. */
  readonly mapped: number
  readonly users: number
  /** Whether the engine's memory holds the map as well (held.ts). */
  readonly held: boolean
  /**
   * The parts of links that the map certainly contains. Links in other parts may be missing. On a cluster the names begin with
   * the number of the shard.
   */
  readonly parts: readonly Part[]
}

/** How a statement resolves persons by the map; `late`: with the persons of links that are newer than it. */
export interface MapUse {
  readonly map: PersonMap
  readonly late: boolean
}

/** A question that the map may answer, in the forms of which one runs. A form is null if it needs more than the key of a person. */
export interface PersonForms {
  readonly map: PersonMap
  /** The statement if nothing has been linked since the map was built. */
  readonly whole: () => CompiledQuery | null
  /** The statement otherwise. The newer links are bound to it once they are known. */
  readonly late: () => CompiledQuery | null
}

export const mapTable = (database: string, generation: number): string =>
  personTable('map', database, generation)
export const leadersTable = (database: string, generation: number): string =>
  personTable('leaders', database, generation)

/** Returns the name of the table that holds a generation's map in memory. */
export const heldTable = (database: string, generation: number): string =>
  personTable('held', database, generation)

/** Returns the SQL of a device's person in the held map, or 0. */
export const heldPerson = (table: string, device: string): string =>
  `joinGet('${table.replaceAll('`', '')}', 'person', ${device})`

/** Returns the condition that the map is held as a whole. The statement fails otherwise (isThrown). */
export const isHeld = (table: string): string => `NOT throwIf(${heldPerson(table, 'toUInt64(0)')} = 0)`
