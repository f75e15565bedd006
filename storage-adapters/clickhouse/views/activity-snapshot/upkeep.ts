import { firstDay } from './day-bitmap.js'

/** When snapshots are built. */
export interface Upkeep {
  /** Minimum number of rows of the rollup by device; below it they answer as fast. */
  readonly leastRows: number
  /**
   * Minimum number of linked users for joining the map of persons; below it the links are read faster than it is found out
   * whether the map is current.
   */
  readonly leastUsers: number
  /** Maximum number of devices of a map that is held in memory. */
  readonly mostHeld: number
  /** Minimum time in ms between two checks of a workspace. */
  readonly lookMs: number
  /** Minimum age in ms of a snapshot before it is rebuilt. */
  readonly leastAgeMs: number
  /** Maximum fraction of time spent on building. */
  readonly mostOfTime: number
  /** Returns the first day with a bit of its own in a snapshot built now, in ms since 1970. */
  firstDay(now: number): number
  /** Number of events in new parts above which slots without new ones are excluded. */
  readonly worthComparing: number
  /** Maximum share of events in new parts: with more, it is as fast to look up all sessions of a range. */
  readonly mostNewer: number
  /** Called with the number of devices of each answer from a snapshot that may have another person. */
  readonly answered?: (changed: number) => void
  /** Called with the share of newer events at each question that reads them beside a snapshot. */
  readonly newer?: (share: number) => void
}

/** The default upkeep. */
export const upkeep: Upkeep = {
  leastRows: 300_000,
  leastUsers: 30_000,
  mostHeld: 2_000_000,
  lookMs: 20_000,
  leastAgeMs: 60_000,
  mostOfTime: 0.02,
  firstDay,
  worthComparing: 50_000,
  mostNewer: 0.1,
}

/** On a cluster: there it costs five times as much to find out whether the map is current, and most questions gain less. */
export const clusterUpkeep: Upkeep = { ...upkeep, leastUsers: 300_000 }
