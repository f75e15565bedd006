import type { CompiledQuery } from '../../../../core/contract/index.js'
import { firstDay, type DayBitmap } from './day-bitmap.js'
import type { Part } from './stored-parts.js'

/** The name of the view in facts, reports and the `reads` of a statement. */
export const snapshotName = 'person_days'

/** The days of each person, as they were at one time: their bits, and the links and counts that they were made with. */
export interface ActivitySnapshot {
  /** In the names of the tables: when they were begun, in milliseconds. */
  readonly generation: number
  /** How many devices are in them. */
  readonly devices: number
  /** The start of the first day that has a bit of its own, in milliseconds. */
  readonly first: number
  /** The parts of the events and of the links that are certainly in them. What lies in others may not be. */
  readonly parts: { readonly events: readonly Part[]; readonly links: readonly Part[] }
}

/** For plans that are compiled without a server: a snapshot begun at `now`, in milliseconds, with no changes since. */
export const assumedSnapshot = (now: number): ActivitySnapshot => ({
  ...{ generation: 1, devices: 0, first: firstDay(now) },
  parts: { events: [], links: [] },
})

/** What may be others by now than is kept. */
export interface Changes {
  /** All persons that changed devices are or were. */
  readonly persons: readonly bigint[]
  /** All devices of these, each with its person. */
  readonly devices: ReadonlyMap<bigint, bigint>
  /** The days, by their numbers since 1970, in which a device may have rows that are not in its kept days. */
  readonly days: readonly number[]
}

/** Stands in the plan with the scan of a view whose persons' days are kept (see rules/match-snapshot.ts). */
export interface SnapshotMatch {
  readonly snapshot: Pick<ActivitySnapshot, 'generation' | 'first'>
  /** The kept days that the operator over the scan asks for. */
  readonly bits: DayBitmap
  /** Whether what has changed since is read beside the snapshot. */
  readonly delta: boolean
}

/** A question that the snapshot may answer, in the forms that it may take. All are compiled before it is known which one runs. */
export interface SnapshotForms {
  readonly snapshot: ActivitySnapshot
  /** The generation of the views that the snapshot is made of. */
  readonly generation: number
  readonly asked: readonly DayBitmap[]
  /** The answer where nothing has changed since. */
  readonly whole: CompiledQuery
  /** The answer otherwise. What has changed is bound to it when it is known (see late-lists.ts). */
  readonly delta: CompiledQuery
}
