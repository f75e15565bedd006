import type pg from 'pg'
import type { Month } from '../../partitions.js'
import type { TriggeredView } from './view.js'

/** The schema's name as a string literal. */
const named = (schema: string): string => `'${schema.replaceAll('"', '')}'`

/**
 * Creates the triggers on a workspace's existing events: from then on
 * every change of events changes the view.
 */
export const watchStatement = (schema: string, { functions: { watch } }: TriggeredView): string =>
  `SELECT sextant_functions.${watch}('${schema}.events_v1', ${named(schema)}, false);`

/** A condition that fails the statement if the view is incomplete, before it reads any of it. */
export const holdsCondition = (schema: string, { functions: { ask } }: TriggeredView): string =>
  `sextant_functions.${ask}(${named(schema)})`

/**
 * Notes a new empty partition as counted, creates its triggers, and removes what an earlier partition of
 * the month may have left in the view.
 */
export const newPart = (schema: string, part: string, month: Month, view: TriggeredView): string => `
SELECT sextant_functions.${view.functions.watch}('${part}', ${named(schema)}, true);
${view.clear(schema, month)}
INSERT INTO ${schema}.${view.parts} (part, filled) VALUES ('${part}'::regclass, true);`

/** The partitions of the events, compared with those that a view has counted. */
export interface CountedParts {
  /** Attached partitions whose events may be missing in the view. */
  readonly missing: readonly Part[]
  /** Object ids of counted partitions that are no longer attached. */
  readonly gone: readonly string[]
  /** The share of the attached or counted partitions that are both. */
  readonly counted: number
}

/** A partition of the events: its object identifier and quoted name. */
export interface Part {
  readonly oid: string
  readonly name: string
  /** The relkind: `r` is an ordinary table, whose triggers see all of its changes. */
  readonly kind: string
}

/** Compares the attached partitions of the events with those that the view has counted. */
export async function partsOf(
  client: pg.ClientBase,
  schema: string,
  { parts }: TriggeredView,
): Promise<CountedParts> {
  const { rows } = await client.query<Part & { attached: boolean; filled: boolean }>(
    `SELECT coalesce(a.part, r.part)::text AS oid, a.name, a.relkind AS kind, a.part IS NOT NULL AS attached, coalesce(r.filled, false) AS filled
     FROM (SELECT inhrelid AS part, inhrelid::regclass::text AS name, relkind FROM pg_inherits JOIN pg_class AS c ON c.oid = inhrelid
       WHERE inhparent = $1::regclass AND NOT inhdetachpending) AS a
     FULL JOIN ${schema}.${parts} AS r ON a.part = r.part`,
    [`${schema}.events_v1`],
  )
  const attached = rows.filter((row) => row.attached)
  const missing = attached.filter(({ filled, kind }) => !filled || kind !== 'r')
  const gone = rows.filter((row) => !row.attached).map(({ oid }) => oid)
  const counted = rows.length === 0 ? 1 : 1 - (missing.length + gone.length) / rows.length
  return { missing, gone, counted }
}

/** Creates the partition's triggers and notes the attempt that is about to count its events. */
export async function beginPart(
  client: pg.ClientBase,
  schema: string,
  { functions: { watch }, parts }: TriggeredView,
  { oid, name }: Part,
  attempt: string,
): Promise<void> {
  await client.query(
    `BEGIN; SELECT sextant_functions.${watch}('${name.replaceAll("'", "''")}', ${named(schema)}, true);
     INSERT INTO ${schema}.${parts} (part, filled, attempt) VALUES (${oid}, false, '${attempt}')
       ON CONFLICT (part) DO UPDATE SET filled = false, attempt = excluded.attempt; COMMIT`,
  )
}

/**
 * Notes the attempt's partitions as counted, and removes those in `gone`. A partition that was changed while
 * it was detached has lost its row in the list, and is counted again.
 */
export async function endParts(
  client: pg.ClientBase,
  schema: string,
  { parts }: TriggeredView,
  attempt: string,
  gone: readonly string[],
): Promise<void> {
  await client.query(
    `WITH filled AS (UPDATE ${schema}.${parts} SET filled = true WHERE attempt = $1)
     DELETE FROM ${schema}.${parts} WHERE part = ANY($2::oid[])`,
    [attempt, gone],
  )
}

/**
 * The days whose rows may be wrong: those of the partitions' events, and
 * those in the view without events. Newest first.
 */
export async function daysOf(
  client: pg.ClientBase,
  schema: string,
  view: TriggeredView,
  parts: readonly Part[],
): Promise<readonly string[]> {
  const texts = [...parts.map(({ name }) => `SELECT DISTINCT day FROM ${name}`), ...view.orphans(schema)]
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
export async function countDay(
  client: pg.ClientBase,
  schema: string,
  view: TriggeredView,
  day: string,
): Promise<void> {
  await client.query(`BEGIN; SELECT FROM ${schema}.data_version FOR UPDATE`)
  await view.count(client, schema, day)
  await client.query('COMMIT')
}
