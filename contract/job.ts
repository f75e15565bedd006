import type { Log } from './log.js'
import { serviceRef, type ServiceRef } from './service-ref.js'
import type { ReadSetting } from './setting.js'
import type { Settings } from './settings.js'
import type { AnalyticsStore, Records, RecordStore } from './storage.js'

/** Every so many seconds, or at the minutes of a cron pattern in a time zone. */
export type JobSchedule =
  | number
  | {
      /**
       * Five fields (`30 2 * * *`) or a nickname (`@daily`). A local time that a change to summer time skips
       * runs right after the gap; one that occurs twice in autumn runs the first time only. Patterns for
       * every hour or minute follow the real time.
       */
      readonly cron: string
      /** An IANA time zone: `Europe/Berlin`. */
      readonly zone: string
    }

/** Work that one process of several runs periodically. */
export interface JobDefinition {
  /** In kebab-case, unique among all plugins. */
  readonly name: string
  /** One line for administrators. */
  readonly summary: string
  readonly every: JobSchedule
  /**
   * If the service was not running at a scheduled time (by more than a minute): `once` runs the job once for
   * all missed times, `skip` waits for the next one. By default `once`.
   */
  readonly catchUp?: 'skip' | 'once'
  /** Seconds after which a run is aborted. */
  readonly timeout: number
  /**
   * A run whose process dies is repeated by another one, so a run must be safe to repeat. A rejection is
   * recorded; the next run is at the next scheduled time.
   */
  run(job: JobRun): Promise<void>
}

/** What a run may use: the parts that a service is made from, and its lease. */
export interface JobRun {
  readonly settings: Settings
  /** Reads a setting that a plugin declares. */
  readonly setting: ReadSetting
  readonly records: RecordStore
  readonly analytics: AnalyticsStore
  /** Milliseconds since 1970 UTC. */
  readonly clock: () => number
  readonly newId: (prefix: string) => string
  readonly use: <T extends object>(ref: ServiceRef<T>) => T
  /** Returns null if no plugin supplies the service. */
  readonly find: <T extends object>(ref: ServiceRef<T>) => T | null
  /** The scheduled time in milliseconds since 1970 UTC, or the time at which an admin started the run. */
  readonly scheduledAt: number
  /** The fencing token: greater than that of every earlier run of the job, in any process. */
  readonly token: number
  /**
   * Aborted when the time is over, the lease is lost or the service stops. The run must end then: nothing
   * else can stop it, and this process does not start the job again before it has ended.
   */
  readonly signal: AbortSignal
  /** Names the job in every line. */
  readonly log: Log
  /**
   * A transaction over the records that commits only while this run holds the lease. It rejects with
   * UNAVAILABLE if another process has taken over. Writes through `records` are not protected.
   */
  transaction<T>(work: (records: Records) => Promise<T>): Promise<T>
}

/** A job as the kernel has checked it. */
export interface DeclaredJob {
  readonly plugin: string
  readonly definition: JobDefinition
  /** Returns the first scheduled time after a time; both in milliseconds since 1970 UTC. */
  readonly next: (after: number) => number
}

export const jobOutcomes = ['succeeded', 'failed', 'timed_out', 'interrupted', 'lost', 'skipped'] as const
export type JobOutcome = (typeof jobOutcomes)[number]

/** The runs of a job in this process since its start. */
export interface JobTally {
  readonly job: string
  readonly plugin: string
  readonly running: boolean
  readonly outcomes: Readonly<Record<JobOutcome, number>>
  /** The time of all ended runs. */
  readonly milliseconds: number
}

/** Runs the declared jobs. Supplied by the plugin `jobs`; without it no job runs. */
export interface JobScheduler {
  /** Called once, after every service has started. */
  begin(jobs: readonly DeclaredJob[]): void
  /** Aborts the runs of this process and releases their leases; called before any service is closed. */
  end(): Promise<void>
  tallies(): readonly JobTally[]
}

export const jobScheduler = serviceRef<JobScheduler>('jobScheduler')
