import type pg from 'pg'
import type { Month } from '../../partitions.js'

/**
 * Tables that triggers of the events keep equal to them, in the transaction that changes the events. A list of partitions says
 * which events they have: if it differs from the attached partitions the view is incomplete, and a statement that reads it fails.
 */
export interface TriggeredView {
  /** The names of its parts in plans, reports and explanations. */
  readonly names: readonly string[]
  /** Its name in messages. */
  readonly title: string
  /** The table of the partitions whose events it has. */
  readonly parts: string
  /** Its functions: `watch` creates the triggers of a table, `hold` compares the partitions, `ask` fails if they differ. */
  readonly functions: { readonly watch: string; readonly hold: string; readonly ask: string }
  /** The advisory lock with which one process counts at a time. */
  readonly lock: number
  /** The statements that remove the rows of a month without events. */
  readonly clear: (schema: string, month: Month) => string
  /** Selects, each with a column `day`, of days for which it has rows and the events have none. */
  readonly orphans: (schema: string) => readonly string[]
  /** Counts a day's events again, within the client's transaction. */
  readonly count: (client: pg.ClientBase, schema: string, day: string) => Promise<void>
  /** The events that triggers leave for later; none by default. */
  readonly late?: LateEvents
}

/** Events that a view lacks because the triggers left them out; meanwhile it is incomplete. */
export interface LateEvents {
  /** The table of their days. */
  readonly table: string
  /** Whether there are any, and whether they may be counted now: not while more are expected. */
  readonly state: (client: pg.ClientBase, schema: string) => Promise<'none' | 'expected' | 'due'>
  /** Counts them in several transactions, while `goesOn`. */
  readonly count: (client: pg.ClientBase, schema: string, goesOn: () => boolean) => Promise<void>
}

/** The statement that creates a view's list of partitions. `attempt` identifies the run that counts a partition's events. */
export const partsStatement = (schema: string, { parts }: TriggeredView): string =>
  `CREATE TABLE IF NOT EXISTS ${schema}.${parts} (part oid PRIMARY KEY, filled boolean NOT NULL, attempt uuid);`
