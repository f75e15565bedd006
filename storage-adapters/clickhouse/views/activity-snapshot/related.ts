import type { CompiledQuery, Row, WorkspaceRef } from '../../../../contract/index.js'
import { databaseOf } from '../../cluster/database.js'
import { createParameters } from '../../query/parameters.js'
import { userKey } from '../../query/scan.js'
import type { ActivitySnapshot } from './snapshot.js'
import { personTable } from './tables.js'

/** Maximum number of persons and devices related to the changed devices. */
const mostRelated = 10_000

/** Maximum number of rows of a statement; a device has at most two, so with more there are too many devices. */
export const mostRelatedRows = 2 * mostRelated + 1

/** The persons whose days may have changed, and all their devices. */
export interface Related {
  /** Everyone that a changed device is or was, and the changed devices as persons of their own. */
  readonly persons: ReadonlySet<bigint>
  /** Each device with its person. */
  readonly devices: ReadonlyMap<bigint, bigint>
}

/**
 * Finds all persons that these devices are or were, and all devices of those persons, each with its person. That is the
 * current person if it is among them. Otherwise the device's link is newer than the list, and the person is the snapshot's.
 * Returns null if these are more than `mostRelated`. Two lookups by key instead of one statement, which would repeat
 * the first lookup in each of its parts, and take five times as long to plan. Example, d1 is new, d1 and d2 belong to Ann:
 *
 *   first    d1 → Ann               without a link, d1 is a person of its own, and the second is not needed
 *   second   Ann → d1, d2
 *   result   persons d1, Ann        devices d1 → Ann, d2 → Ann
 */
export async function findRelated(
  workspace: WorkspaceRef,
  snapshot: ActivitySnapshot,
  changed: readonly bigint[],
  ask: (query: CompiledQuery) => Promise<readonly Row[]>,
): Promise<Related | null> {
  const devices = new Map(changed.map((device) => [device, device]))
  const linked = new Set<bigint>()
  const own = pairs(await ask(personsOf(workspace, snapshot, changed)))
  for (const { device, person } of own.before.concat(own.now)) {
    devices.set(device, person)
    if (person !== device) linked.add(person)
  }
  if (linked.size > 0) {
    const rows = await ask(devicesOf(workspace, snapshot, [...linked]))
    if (rows.length >= mostRelatedRows) return null
    const theirs = pairs(rows)
    const given = new Set(changed)
    for (const { device, person } of theirs.before.concat(theirs.now))
      if (!given.has(device) && linked.has(person)) devices.set(device, person)
  }
  const persons = new Set([...changed, ...linked])
  return persons.size + devices.size > mostRelated ? null : { persons, devices }
}

/** Returns the statement of the persons of these devices: the snapshot's, and by the latest links. */
export const personsOf = (
  workspace: WorkspaceRef,
  { generation }: ActivitySnapshot,
  changed: readonly bigint[],
): CompiledQuery =>
  statement(workspace, changed, 'which persons these devices are or were', (database, list) => ({
    before: `SELECT device, person FROM ${personTable('devices', database, generation)} WHERE device IN (${list})`,
    now: latestOf(database, list),
  }))

/** Returns the statement of the devices of these persons: the snapshot's, and their latest links. */
export const devicesOf = (
  workspace: WorkspaceRef,
  { generation }: ActivitySnapshot,
  persons: readonly bigint[],
): CompiledQuery =>
  statement(workspace, persons, 'which devices these persons have', (database, list) => {
    const known = personTable('links', database, generation)
    return {
      before: `SELECT device, person FROM ${known} WHERE person IN (${list})`,
      now: latestOf(database, `SELECT device FROM ${known} WHERE person IN (${list})`),
    }
  })

const latestOf = (database: string, devices: string): string =>
  `SELECT device, ${userKey('tupleElement(link, 2)')} AS person FROM ${database}.device_links ` +
  `WHERE device IN (${devices}) ORDER BY device, link DESC LIMIT 1 BY device`

function statement(
  workspace: WorkspaceRef,
  keys: readonly bigint[],
  purpose: string,
  sides: (database: string, list: string) => { readonly before: string; readonly now: string },
): CompiledQuery {
  const parameters = createParameters()
  const { name: database } = databaseOf(workspace, null)
  const { before, now } = sides(database, parameters.bind(keys, 'keys'))
  const side = (rows: string, latest: boolean): string =>
    `SELECT toString(device) AS device, toString(person) AS person, ${latest} AS latest FROM (${rows})`
  return {
    workspace,
    // The few keys are looked up in the primary index, which questions do without (see questionSettings).
    text:
      `SELECT * FROM (${side(before, false)} UNION ALL ${side(now, true)}) LIMIT ${mostRelatedRows} ` +
      'SETTINGS use_index_for_in_with_subqueries = 1',
    parameters: parameters.values,
    columns: { device: 'text', person: 'text', latest: 'bool' },
    purpose,
  }
}

interface Pair {
  readonly device: bigint
  readonly person: bigint
}

/** Separates the rows by their `latest`; a later row replaces an earlier one of its device. */
function pairs(rows: readonly Row[]): { readonly before: readonly Pair[]; readonly now: readonly Pair[] } {
  const of = (latest: boolean): readonly Pair[] =>
    rows
      .filter((row) => row['latest'] === latest)
      .map(({ device, person }) => ({ device: keyOf(device), person: keyOf(person) }))
  return { before: of(false), now: of(true) }
}

/** Keys arrive as text. */
export const keyOf = (value: unknown): bigint => BigInt(String(value))
