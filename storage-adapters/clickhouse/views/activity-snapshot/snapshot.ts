import type { Part } from './stored-parts.js'
import type { DayBitmap } from './day-bitmap.js'

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

/** What may be others by now than is kept. */
export interface Changes {
  /** All persons that changed devices are or were. */
  readonly persons: readonly bigint[]
  /** All devices of these, each with its person. */
  readonly devices: ReadonlyMap<bigint, bigint>
  /** The days, by their numbers since 1970, in which a device may have rows that are not in its kept days. */
  readonly days: readonly number[]
}

/** What a plan is compiled with to be answered from kept days. */
export interface KeptPersons {
  readonly days: ActivitySnapshot
  /** Null: nothing has changed. */
  readonly changes: Changes | null
  /** Hears what is asked of the days. */
  ask(bits: DayBitmap): void
}
