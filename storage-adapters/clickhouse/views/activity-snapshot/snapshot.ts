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
  readonly parts: SnapshotParts
  /** The map of persons of this generation; null without a server. */
  readonly persons: PersonMap | null
}

/** Parts of events and of links. */
export interface SnapshotParts {
  readonly events: readonly Part[]
  readonly links: readonly Part[]
}

/** Returns a snapshot without later changes, built at `now` (ms since 1970), for compiling without a server. */
export const assumedSnapshot = (now: number): ActivitySnapshot => ({
  ...{ generation: 1, devices: 0, first: firstDay(now) },
  parts: { events: [], links: [] },
  persons: null,
})

/** A person whose days in the snapshot are replaced, or who gains days. */
export interface CountedPerson {
  readonly person: bigint
  /** The stored days of the devices that are the person's now. */
  readonly words: readonly bigint[]
  /** Whether they replace the days in the snapshot; else they are added to these. */
  readonly replaces: boolean
  /** Whether a device is among them that is linked since. */
  readonly linked: boolean
}

/** What may have changed since the snapshot. */
export interface Changes {
  /** The devices that have another person, each with its person now. */
  readonly devices: ReadonlyMap<bigint, bigint>
  readonly counted: readonly CountedPerson[]
  /** The devices whose rows are read of days that are counted in part. */
  readonly partial: readonly bigint[]
  /** The parts that were merged from the snapshot's and have rows that it lacks only in `slots`. */
  readonly merged: readonly string[]
  /** In seconds since 1970. */
  readonly slots: readonly number[]
}

/**
 * What a statement reads: `whole` the snapshot alone, `newer` also the rows of other parts than its own, `changed` also
 * devices whose person may be another one.
 */
export type SnapshotForm = 'whole' | 'newer' | 'changed'

/** The match of a view's scan with the snapshot, stored in the plan (see rules/match-snapshot.ts). */
export interface SnapshotMatch {
  readonly snapshot: Pick<ActivitySnapshot, 'generation' | 'first' | 'parts'>
  /** Whether the engine's memory holds the map of persons of this generation. */
  readonly held: boolean
  /** The stored days that the operator over the scan reads. */
  readonly bits: DayBitmap
  readonly form: SnapshotForm
}

/** A question that the snapshot may answer, in the forms of which one runs. */
export interface SnapshotForms {
  readonly snapshot: ActivitySnapshot
  /** The generation of rollups that the snapshot is built from. */
  readonly generation: number
  /** The stored days that the question reads. */
  readonly asked: readonly DayBitmap[]
  /** The statement if nothing has changed since the snapshot. */
  readonly whole: CompiledQuery
  /** The statement if there are new rows, but no device has another person. Changes are bound to it (see late-lists.ts). */
  readonly newer: () => CompiledQuery
  /** The statement otherwise. Changes are bound to it, too. */
  readonly changed: () => CompiledQuery
}
