import type { CompiledQuery, Row, WorkspaceRef } from '../../../../contract/index.js'
import { databaseOf } from '../../cluster/database.js'
import { createParameters } from '../../query/parameters.js'
import { mapTable } from '../person-map/map.js'
import type { ActivitySnapshot } from './snapshot.js'

/** Maximum number of persons and devices related to the changed devices. */
const mostRelated = 10_000

/** Maximum number of rows of a statement. */
export const mostRelatedRows = mostRelated + 1

/** A device whose days are counted again. Persons have the keys of the map: the key of one of their devices, or the hash of a new user. */
export interface ChangedDevice {
  readonly device: bigint
  /** The person in the snapshot. */
  readonly before: bigint
  /** The person now. */
  readonly person: bigint
}

/** The persons that are counted again, and their devices. */
export interface Related {
  /** The persons that the changed devices were. */
  readonly persons: ReadonlySet<bigint>
  /** All devices of these persons, each with its person now. */
  readonly devices: ReadonlyMap<bigint, bigint>
}

/**
 * Finds all devices of the persons that these devices were, each with its person now. The persons that they are now only gain
 * days, so their other devices are not needed. Returns null if these are more than `mostRelated`. Example, d1 is
 * new to Ann, d2 moves from Bob to Ann, and d3 stays with Bob:
 *
 *   changed  d1: d1 → Ann, d2: Bob → Ann
 *   others   of d1: none, of Bob: d2, d3
 *   result   persons d1, Bob        devices d1 → Ann, d2 → Ann, d3 → Bob
 */
export async function findRelated(
  workspace: WorkspaceRef,
  snapshot: ActivitySnapshot,
  changed: readonly ChangedDevice[],
  ask: (query: CompiledQuery) => Promise<readonly Row[]>,
): Promise<Related | null> {
  const persons = new Set(changed.map(({ before }) => before))
  // The key of a person is one of its devices, too; that of a user without one is no device, which is harmless.
  const devices = new Map([...persons].map((person) => [person, person]))
  const others = await ask(othersOf(workspace, snapshot, [...persons].sort(byValue)))
  if (others.length >= mostRelatedRows) return null
  for (const { device, person } of others) devices.set(keyOf(device), keyOf(person))
  for (const { device, person } of changed) devices.set(device, person)
  return persons.size + devices.size > mostRelated ? null : { persons, devices }
}

const byValue = (one: bigint, other: bigint): number => (one < other ? -1 : 1)

/** Returns the statement of the devices of these persons in the snapshot, without those that are the persons' keys. */
function othersOf(
  workspace: WorkspaceRef,
  { generation }: ActivitySnapshot,
  persons: readonly bigint[],
): CompiledQuery {
  const parameters = createParameters()
  const { name: database } = databaseOf(workspace, null)
  return {
    workspace,
    text:
      `SELECT toString(device) AS device, toString(person) AS person FROM ${mapTable(database, generation)} ` +
      `WHERE person IN (${parameters.bind(persons, 'keys')}) LIMIT ${mostRelatedRows}`,
    parameters: parameters.values,
    columns: { device: 'text', person: 'text' },
    purpose: 'which devices these persons had',
  }
}

/** Keys arrive as text. */
export const keyOf = (value: unknown): bigint => BigInt(String(value))
