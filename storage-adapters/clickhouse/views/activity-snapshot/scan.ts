import type { Relation } from '../../../../contract/index.js'
import type { Scope } from '../../../sql/dialect.js'
import { intColumn, keyColumn, nest, type Column, type Select } from '../../../sql/select.js'
import { viewScanOf } from '../../../sql/views/all-rows.js'
import type { RollupOptions } from '../../../sql/views/operator.js'
import { dayMs } from '../../../sql/edges.js'
import { maskText, wordsOf } from './day-bitmap.js'
import { heldPerson, heldTable, isHeld, leadersTable, mapTable } from '../person-map/map.js'
import { inNewParts } from '../person-map/late.js'
import { lateKeys, lateParts, lateSlots } from './late-lists.js'
import { snapshotName, type SnapshotMatch } from './snapshot.js'
import { personTable } from './tables.js'

/** Masks from the snapshot. */
export interface KeptMasks {
  /** Whether the rows that the snapshot lacks are read, too. */
  readonly isLate: boolean
  /**
   * Combines the snapshot's masks with those of newer rows, if they are read: a statement with the `device` and the `mask` of
   * each, of whichever person. The result has `mask` and `size`, the number of persons.
   */
  together(newer: string | null): Select
}

/** The options of a view's scan, with the matched snapshot. */
export type MatchedOptions = RollupOptions & { readonly persons?: SnapshotMatch }

/**
 * Returns masks from the snapshot if the plan was matched with it, else null. Example of a mask of one word:
 *
 *   whole:   SELECT days_3 AS mask, count() AS size FROM person_days GROUP BY mask
 *   newer:   SELECT bitOr(k.mask, n.mask) AS mask, count() AS size FROM (SELECT leader, days_3 AS mask FROM person_days) AS k
 *            FULL JOIN (SELECT person, groupBitOr(mask) AS mask FROM (newer rows) GROUP BY person) AS n ON k.leader = n.person …
 *   changed: SELECT if(n.replaces = 1, n.mask, bitOr(k.mask, n.mask)) AS mask …
 *            (newer rows UNION ALL the persons that are counted again, with the stored days of the devices that are theirs now)
 */
export function keptMasks(input: Relation, type: string, scope: Scope): KeptMasks | null {
  const rows = viewScanOf(input)
  const match = (rows?.scan.options as MatchedOptions | undefined)?.persons
  if (rows === null || match === undefined) return null
  scope.reads.add(snapshotName)

  const { identified } = rows
  const { bits, snapshot, form } = match
  const mask = maskText(bits.pairs, type)
  const table = personTable('days', scope.database, snapshot.generation)
  const where = identified ? ' WHERE identified' : ''
  if (form === 'whole') {
    const all = `SELECT ${mask} AS mask, toInt64(count()) AS size FROM ${table}${where} GROUP BY mask`
    return { isLate: false, together: () => nest(`SELECT * FROM (${all}) WHERE mask != 0`, columns, scope) }
  }
  const again = form === 'changed' ? countedAgain(match, { type, identified }, scope) : null
  return {
    isLate: true,
    together(newer) {
      if (newer === null) throw new Error('the rows that the snapshot lacks are missing')
      const added = 'bitOr(k.mask, n.mask)'
      const both = again === null ? added : `if(n.replaces = 1, n.mask, ${added})`
      const text =
        `SELECT ${both} AS mask, toInt64(count()) AS size FROM (SELECT leader, ${mask} AS mask FROM ${table}${where}) AS k ` +
        `FULL JOIN (${byPerson(newer, { match, again, identified }, scope)}) AS n ON k.leader = n.person ` +
        // One table of groups, not one for each thread, pays off: few rows are on the right. Nulls of misses cost a fifth.
        `GROUP BY ${both} HAVING mask != 0 SETTINGS join_algorithm = 'hash', join_use_nulls = 0`
      return nest(text, columns, scope)
    },
  }
}

/** The persons that are counted again, as SQL. */
interface CountedAgain {
  /** Returns the person of a device that has another person, or `other` of other devices. */
  readonly owner: (device: string, other: string) => string
  /** The statement of the persons: `person`, the `mask` of their stored days, `replaces`, and `linked` if only identified ones count. */
  readonly persons: string
}

function countedAgain(
  match: SnapshotMatch,
  { type, identified }: { readonly type: string; readonly identified: boolean },
  scope: Scope,
): CountedAgain {
  const { pairs } = match.bits
  const split = splitDays(match)
  const whole = pairs.filter(
    ({ kept }) => kept === 0 || !split.includes(match.snapshot.first / dayMs + kept - 1),
  )
  const mask = whole.length === 0 ? `to${type}(0)` : maskText(whole, type)
  const flags = identified ? (['replaces', 'linked'] as const) : (['replaces'] as const)
  const lists = (['persons', ...flags, ...wordsOf(whole)] as const).map(
    (name) => `${lateKeys(name, scope.parameters)} AS ${name === 'persons' ? 'person' : name}`,
  )
  const own = lateKeys('devices', scope.parameters)
  const owners = lateKeys('owners', scope.parameters)
  return {
    owner: (device, other) => `transform(${device}, ${own}, ${owners}, ${other})`,
    persons: `SELECT person, ${mask} AS mask, ${flags.join(', ')} FROM (SELECT 1) ARRAY JOIN ${lists.join(', ')}`,
  }
}

/** Returns the days that are counted in part. Stored bits do not tell the part, so rows are read. */
const splitDays = ({ bits: { outside } }: SnapshotMatch): readonly number[] => [
  ...new Set(outside.map(({ from }) => Math.floor(from / dayMs))),
]

/** Columns of the rows of a view, as SQL. */
interface RowColumns {
  readonly part: string
  readonly slot: string
  readonly day: string
  readonly device: string
}

/**
 * Returns the condition of the rows that the snapshot lacks; null if all rows are read. Rows of days that are counted in part are
 * read, too, for devices that are counted again.
 */
export function newerRows(
  { persons: match }: MatchedOptions,
  { part, slot, day, device }: RowColumns,
  scope: Scope,
): string | null {
  if (match === undefined || match.form === 'whole') return null
  const { parameters } = scope
  const known = match.snapshot.parts.events
  const isNewAt = `(${part} NOT IN ${lateParts(parameters)} OR toUnixTimestamp(${slot}) IN ${lateSlots(parameters)})`
  // Without parts none is merged, and their names cannot be read (see inNewParts).
  const newer = known.length === 0 ? 'true' : `${inNewParts(known, parameters, part)} AND ${isNewAt}`
  const split = splitDays(match)
  if (match.form === 'newer' || split.length === 0) return newer
  const days = parameters.bind(split, 'ints')
  return `(${newer} OR toInt64(${day}) IN (${days}) AND ${device} IN (${lateKeys('partial', parameters)}))`
}

/**
 * Groups newer rows by person, with the key that the person has in `person_days`, and adds the persons that are counted again.
 * Without the map in memory, the map is read, and the newer rows are in the hash table of the join.
 */
function byPerson(
  rows: string,
  { match, again, identified }: { match: SnapshotMatch; again: CountedAgain | null; identified: boolean },
  scope: Scope,
): string {
  const { generation } = match.snapshot
  const held = heldTable(scope.database, generation)
  const found = heldPerson(held, 'd.device')
  const other = match.held ? found : 'm.person'
  const known = `if(${other} = 0, d.device, ${other})`
  const person = again?.owner('d.device', known) ?? known
  const source = match.held
    ? `(${rows}) AS d WHERE ${isHeld(held)}`
    : `${mapTable(scope.database, generation)} AS m RIGHT ANY JOIN ` +
      `(SELECT r.device AS device, groupBitOr(r.mask) AS mask FROM (${rows}) AS r GROUP BY r.device) AS d ON m.device = d.device`
  const isUser = (key: string): string =>
    `${key} IN (SELECT device FROM ${leadersTable(scope.database, generation)})`
  if (again === null) {
    const having = identified ? ` HAVING ${isUser(person)}` : ''
    return `SELECT ${person} AS person, groupBitOr(d.mask) AS mask FROM ${source} GROUP BY ${person}${having}`
  }
  const linked = identified ? `, toUInt64(${again.owner('d.device', 'd.device')} != d.device) AS linked` : ''
  const all =
    `SELECT ${person} AS person, d.mask AS mask, toUInt64(0) AS replaces${linked} FROM ${source} ` +
    `UNION ALL ${again.persons}`
  return (
    `SELECT person, groupBitOr(mask) AS mask, max(replaces) AS replaces FROM (${all}) GROUP BY person` +
    (identified ? ` HAVING max(linked) = 1 OR ${isUser('person')}` : '')
  )
}

const columns: ReadonlyMap<string, Column> = new Map([
  ['mask', keyColumn('mask')],
  ['size', intColumn('size')],
])
