import type { Test } from 'tap'
import type { DeclaredJob, JobDefinition, Log, RecordStore } from '../../contract/index.js'
import { declaredJob } from '../../core/kernel/jobs.js'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { temporaryDatabase, type TemporaryDatabase } from '../../test/support/records.js'
import { silentLog } from '../../test/support/silent-log.js'
import { createScheduler, type Scheduler } from './scheduler.js'
import type { Pace } from './pace.js'
import { fakeClock, type FakeClock } from './test-clock.js'

export const noon = Date.UTC(2026, 0, 5, 12)
export const minute = 60_000

/** A job that runs every minute, as the kernel declares it. */
export const everyMinute = (run: JobDefinition['run'], change: Partial<JobDefinition> = {}): DeclaredJob =>
  declaredJob('tested', { name: 'sweep', summary: 'Sweeps', every: 60, timeout: 30, run, ...change })

export interface Processes {
  readonly records: RecordStore
  readonly database: TemporaryDatabase
  readonly time: FakeClock
  /** The messages of all logs. */
  readonly lines: string[]
  /** A scheduler as of one more process, with the jobs begun. */
  process(name: string, jobs: readonly DeclaredJob[], options?: ProcessOptions): Scheduler
}

export interface ProcessOptions {
  readonly records?: RecordStore
  readonly time?: FakeClock
  readonly pace?: Partial<Pace>
}

/** Schedulers over one database of records, whose clock the test moves. */
export async function processes(t: Test): Promise<Processes> {
  const database = await temporaryDatabase()
  const open = createRecordStore({ url: database.url, log: silentLog })
  await open.migrate('jobs', new URL('migrations/', import.meta.url))
  const time = fakeClock(noon)
  const lines: string[] = []
  const line = (_: object, message: string): void => void lines.push(message)
  const log: Log = { debug: () => undefined, info: line, warn: line, error: line }
  const ends: (() => Promise<void>)[] = []
  t.teardown(async () => {
    await Promise.all(ends.map((end) => end()))
    await open.close()
    await database.drop()
  })
  return {
    ...{ records: open, database, time, lines },
    process(name, jobs, { records = open, time: own = time, pace = {} } = {}) {
      const unused = (): never => {
        throw new Error('the job uses nothing')
      }
      const scheduler = createScheduler(
        {
          ...{ records, log, clock: own.clock, newId: (prefix: string) => `${prefix}id`, use: unused },
          ...{ find: () => null, settings: {} as never, setting: unused, analytics: {} as never },
        },
        // The timer that looks by itself never comes: tests look.
        { after: (milliseconds, call) => own.after(milliseconds, call), pace, process: name },
      )
      scheduler.begin(jobs)
      ends.push(async () => {
        const ending = scheduler.end()
        own.advance(minute)
        await ending
      })
      return scheduler
    },
  }
}
