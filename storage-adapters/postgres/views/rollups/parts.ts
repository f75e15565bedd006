import type pg from 'pg'
import type { Month } from '../../partitions.js'
import { orphans } from './triggers.js'
import { groupsOf, rollups, tableOf } from './tables.js'

/** The schema's name as a text of a statement. */
const named = (schema: string): string => `'${schema.replaceAll('"', '')}'`

/** For the tables of a workspace, which are there: from now on whoever changes the events changes the rollups. */
export const watchStatement = (schema: string): string =>
  `SELECT sextant_functions.watch_events('${schema}.events_v1', ${named(schema)}, false);`

/** A condition that ends the statement if the rollups do not stand for all events, before it reads any of them. */
export const holdsCondition = (schema: string): string => `sextant_functions.ask_rollups(${named(schema)})`

/** Of an empty partition all is known; what an earlier one of its month may have left is taken away. */
export const newPart = (schema: string, part: string, { from, to }: Month): string => `
SELECT sextant_functions.watch_events('${part}', ${named(schema)}, true);
${rollups.map((rollup) => `DELETE FROM ${tableOf(schema, rollup)} WHERE day >= '${from}' AND day < '${to}';`).join('\n')}
INSERT INTO ${schema}.rolled_parts (part, filled) VALUES ('${part}'::regclass, true);`

export interface Parts {
  /** Attached, their events not known to be in the rollups. */
  readonly missing: readonly Part[]
  /** Known, and not attached any more. */
  readonly gone: readonly string[]
  /** Attached or known. */
  readonly all: number
}

export interface Part {
  readonly oid: string
  readonly name: string
  /** What it is: `r`, a table of its own, whose changes its triggers tell. */
  readonly kind: string
}

export async function partsOf(client: pg.ClientBase, schema: string): Promise<Parts> {
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

/** Triggers of the partition, and the mark of who is about to count its events. */
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

/** From here on the rollups stand for the events of these partitions, unless one was taken away or changed while it was apart. */
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

/** The days whose groups may be wrong: those of the partitions' events, and those that have no events any more. */
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
 * Counts a day's events anew. Who changes events holds the row of data_version until it commits: so all that is under way has
 * ended, and what comes after is added to what is counted here.
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
