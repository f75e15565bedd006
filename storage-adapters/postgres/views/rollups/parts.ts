import type pg from 'pg'
import type { Month } from '../../partitions.js'
import { orphans } from './triggers.js'
import { groupsOf, rollups, tableOf } from './tables.js'

/** The schema's name as a string literal. */
const named = (schema: string): string => `'${schema.replaceAll('"', '')}'`

/**
 * Creates the triggers on a workspace's existing events: from then on
 * every change of events changes the rollups.
 */
export const watchStatement = (schema: string): string =>
  `SELECT sextant_functions.watch_events('${schema}.events_v1', ${named(schema)}, false);`

/** A condition that fails the statement if the rollups are incomplete, before it reads any of them. */
export const holdsCondition = (schema: string): string => `sextant_functions.ask_rollups(${named(schema)})`

/**
 * Notes a new empty partition as counted, creates its triggers, and deletes rows that an earlier partition of
 * the month may have left in the rollups.
 */
export const newPart = (schema: string, part: string, { from, to }: Month): string => `
SELECT sextant_functions.watch_events('${part}', ${named(schema)}, true);
${rollups.map((rollup) => `DELETE FROM ${tableOf(schema, rollup)} WHERE day >= '${from}' AND day < '${to}';`).join('\n')}
INSERT INTO ${schema}.rolled_parts (part, filled) VALUES ('${part}'::regclass, true);`

/** The partitions of the events, compared with those that the rollups have counted. */
export interface RolledParts {
  /** Attached partitions whose events may be missing in the rollups. */
  readonly missing: readonly Part[]
  /** Object ids of counted partitions that are no longer attached. */
  readonly gone: readonly string[]
  /** The number of partitions that are attached or counted. */
  readonly all: number
}

/** A partition of the events: its object identifier and quoted name. */
export interface Part {
  readonly oid: string
  readonly name: string
  /** The relkind: `r` is an ordinary table, whose triggers see all of its changes. */
  readonly kind: string
}

/** Compares the attached partitions of the events with those that the rollups have counted. */
export async function partsOf(client: pg.ClientBase, schema: string): Promise<RolledParts> {
  const { rows } = await client.query<Part & { attached: boolean; filled: boolean }>(
    `SELECT coalesce(a.part, r.part)::text AS oid, a.name, a.relkind AS kind, a.part IS NOT NULL AS attached, coalesce(r.filled, false) AS filled
     FROM (SELECT inhrelid AS part, inhrelid::regclass::text AS name, relkind FROM pg_inherits JOIN pg_class AS c ON c.oid = inhrelid
       WHERE inhparent = $1::regclass AND NOT inhdetachpending) AS a
     FULL JOIN ${schema}.rolled_parts AS r ON a.part = r.part`,
    [`${schema}.events_v1`],
  )
  const attached = rows.filter((row) => row.attached)
  return {
    missing: attached.filter(({ filled, kind }) => !filled || kind !== 'r'),
    gone: rows.filter((row) => !row.attached).map(({ oid }) => oid),
    all: rows.length,
  }
}

/** Creates the partition's triggers and notes the attempt that is about to count its events. */
export async function beginPart(
  client: pg.ClientBase,
  schema: string,
  { oid, name }: Part,
  attempt: string,
): Promise<void> {
  await client.query(
    `BEGIN; SELECT sextant_functions.watch_events('${name.replaceAll("'", "''")}', ${named(schema)}, true);
     INSERT INTO ${schema}.rolled_parts (part, filled, attempt) VALUES (${oid}, false, '${attempt}')
       ON CONFLICT (part) DO UPDATE SET filled = false, attempt = excluded.attempt; COMMIT`,
  )
}

/**
 * Notes the attempt's partitions as counted, and removes those in `gone`. A partition that was changed while
 * it was detached has lost its row in rolled_parts, and is counted again.
 */
export async function endParts(
  client: pg.ClientBase,
  schema: string,
  attempt: string,
  gone: readonly string[],
): Promise<void> {
  await client.query(
    `WITH filled AS (UPDATE ${schema}.rolled_parts SET filled = true WHERE attempt = $1)
     DELETE FROM ${schema}.rolled_parts WHERE part = ANY($2::oid[])`,
    [attempt, gone],
  )
}

/**
 * The days whose groups may be wrong: those of the partitions' events, and
 * those in rollups without events. Newest first.
 */
export async function daysOf(
  client: pg.ClientBase,
  schema: string,
  parts: readonly Part[],
): Promise<readonly string[]> {
  const texts = [
    ...parts.map(({ name }) => `SELECT DISTINCT day FROM ${name}`),
    ...rollups.map((rollup) => orphans(rollup, schema)),
  ]
  const { rows } = await client.query<{ day: string }>(
    `SELECT day::text AS day FROM (${texts.join(' UNION ')}) AS d ORDER BY d.day DESC`,
  )
  return rows.map(({ day }) => day)
}

/**
 * Counts a day's events again. A transaction that changes events locks the row of
 * data_version until it commits. So with this lock all earlier changes are
 * committed, and later ones are added to the counts made here.
 */
export async function countDay(client: pg.ClientBase, schema: string, day: string): Promise<void> {
  await client.query(`BEGIN; SELECT FROM ${schema}.data_version FOR UPDATE`)
  for (const rollup of rollups) {
    await client.query(`DELETE FROM ${tableOf(schema, rollup)} WHERE day = $1::date`, [day])
    await client.query(
      `INSERT INTO ${tableOf(schema, rollup)} ${groupsOf(rollup, `${schema}.events_v1 WHERE day = $1::date`)}`,
      [day],
    )
  }
  await client.query('COMMIT')
}
