import type { CompiledQuery } from '../../../../contract/index.js'
import { firstDay, type DayBitmap } from './day-bitmap.js'
import type { PersonMap } from '../person-map/map.js'
import type { Part } from './stored-parts.js'

/** The name of the view in facts, reports and the `reads` of a statement. */
export const snapshotName = 'person_days'

/**
 * The activity snapshot: per person the days with an event, as bits, with the links and counts that they
 * follow from, at one moment.
 */
export interface ActivitySnapshot {
  /** When the build began, in ms since 1970; part of the table names. */
  readonly generation: number
  /** The number of devices. */
  readonly devices: number
  /** The start of the first day with a bit of its own, in ms since 1970. */
  readonly first: number
  /**
   * The parts of events and links that the snapshot certainly contains. Rows in other parts may be missing.
   */
  readonly parts: { readonly events: readonly Part[]; readonly links: readonly Part[] }
  /** Whether it has the sessions of several days (sessions.ts); false if an older version built it. */
  readonly sessions: boolean
  /** The map of persons of this generation; null if an older version built it. */
  readonly persons: PersonMap | null
}

/** Returns a snapshot without later changes, built at `now` (ms since 1970), for compiling without a server. */
export const assumedSnapshot = (now: number): ActivitySnapshot => ({
  ...{ generation: 1, devices: 0, first: firstDay(now) },
  parts: { events: [], links: [] },
  sessions: true,
  persons: null,
})

/** What may have changed since the snapshot. */
export interface Changes {
  /** All persons that changed devices belong to or belonged to. */
  readonly persons: readonly bigint[]
  /** All devices of these persons, each with its person. */
  readonly devices: ReadonlyMap<bigint, bigint>
  /** Days, in days since 1970, on which a device may have rows that the snapshot lacks. */
  readonly days: readonly number[]
  /** Names of the parts of events that may contain rows that the snapshot lacks. */
  readonly parts: readonly string[]
}

/** The match of a view's scan with the snapshot, stored in the plan (see rules/match-snapshot.ts). */
export interface SnapshotMatch {
  readonly snapshot: Pick<ActivitySnapshot, 'generation' | 'first'>
  /** The stored days that the operator over the scan reads. */
  readonly bits: DayBitmap
  /** Whether changes since the snapshot are read too. */
  readonly delta: boolean
}

/** A question that the snapshot may answer, compiled into both forms before it is known which one runs. */
export interface SnapshotForms {
  readonly snapshot: ActivitySnapshot
  /** The generation of rollups that the snapshot is built from. */
  readonly generation: number
  /** The stored days that the question reads. */
  readonly asked: readonly DayBitmap[]
  /** The statement if nothing has changed since the snapshot. */
  readonly whole: CompiledQuery
  /** The statement otherwise. The changes are bound to it once they are known (see late-lists.ts). */
  readonly delta: CompiledQuery
}
