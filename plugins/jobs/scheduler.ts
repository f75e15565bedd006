import { hostname } from 'node:os'
import {
  auditLog,
  notFound,
  ServiceError,
  type Caller,
  type DeclaredJob,
  type JobScheduler,
  type ServiceDependencies,
} from '../../contract/index.js'
import { startRun, type ActiveRun, type Ending } from './active-run.js'
import { jobContext } from './context.js'
import { createHeldLeases } from './held-leases.js'
import { changeLease, endRun, ensureJobs, listJobs, type HeldLease, type JobRow } from './jobs-repository.js'
import { createLeaseWatch } from './lease-watch.js'
import { realAfter, usualPace, type After, type Pace } from './pace.js'
import { followingTime, scheduleText } from './schedule-text.js'
import { createTallies } from './tallies.js'
import { createWakeUp } from './wake-up.js'

/** A job, and its row in the records. */
export interface StoredJob {
  readonly job: DeclaredJob
  readonly row: JobRow
}

export interface Scheduler extends JobScheduler {
  /** Looks at the schedule once: starts what is due, keeps the leases. Overlapping calls share one look. */
  look(): Promise<void>
  /** Resolves when no run of this process is active. */
  idle(): Promise<void>
  /** Returns the declared jobs, by name. */
  list(): Promise<readonly StoredJob[]>
  /**
   * Starts a run in this process now; the schedule stays. Resolves with its token when it has started. Throws NOT_FOUND
   * for an unknown job, CONFLICT while it runs in any process.
   */
  runNow(name: string, actor: Caller): Promise<number>
  /** Like end(). */
  close(): Promise<void>
}

export interface SchedulerOptions {
  readonly after?: After
  readonly pace?: Partial<Pace>
  /** Names this process in the records; unique among all. */
  readonly process?: string
}

type Dependencies = Pick<
  ServiceDependencies,
  'settings' | 'setting' | 'records' | 'analytics' | 'clock' | 'newId' | 'log' | 'use' | 'find'
>

/** Runs of one scheduled time whose process died, after which it is given up: the job may be what ends them. */
const mostAttempts = 3

interface Start {
  readonly scheduledAt: number
  readonly attempts: number
  /** Null for the schedule. */
  readonly actor: Caller | null
}

export function createScheduler(dependencies: Dependencies, options: SchedulerOptions = {}): Scheduler {
  const { records, clock, newId, log, find } = dependencies
  const { after = realAfter, process: self = `${hostname()}/${process.pid}/${newId('').slice(0, 8)}` } =
    options
  const pace = { ...usualPace, ...options.pace }
  const isStale = createLeaseWatch(clock, pace.lease)
  const tallies = createTallies()
  const jobs = new Map<string, DeclaredJob>()
  // Other processes must not take over before a run is aborted.
  const held = createHeldLeases(records, clock, (pace.lease * 2) / 3)
  const latest = new Map<string, ActiveRun>()
  const finishing = new Set<Promise<void>>()
  let ensured: Promise<void> | null = null
  let looking: Promise<void> | undefined
  const wakeUp = createWakeUp(after, clock, () => void look())
  let failing = false
  let ended = false

  /** Whether a run of this process, perhaps an abandoned one, has not ended. */
  const isRunning = (name: string): boolean => latest.get(name)?.isSettled() === false

  function ensure(): Promise<void> {
    const declared = [...jobs.values()].map(({ definition: { name, every }, next }) => ({
      name,
      schedule: scheduleText(every),
      nextAt: new Date(next(clock())),
    }))
    ensured ??= ensureJobs(records, declared).catch((error: unknown) => {
      ensured = null
      throw error
    })
    return ensured
  }

  /** Takes the lease and starts a run. Returns its token; null if another process was first. */
  async function begin(
    { job, row }: StoredJob,
    { scheduledAt, attempts, actor }: Start,
  ): Promise<number | null> {
    const { name } = job.definition
    const startedAt = clock()
    const started = { process: self, startedBy: actor?.id ?? null, scheduledAt: new Date(scheduledAt) }
    const entry = { action: 'job.started', actor, workspaceId: null, subject: name, details: {} }
    const token = await changeLease(records, row, {
      ...{ holder: self, nextAt: null, attempts, now: new Date(startedAt) },
      run: { ...started, outcome: null },
      note: actor === null ? undefined : async (transaction) => find(auditLog)?.note(transaction, entry),
    })
    if (token === null) return null
    const lease = { name, token, process: self }
    const run = startRun(job, {
      ...{ after, patience: pace.patience },
      context: (signal) => jobContext(dependencies, lease, scheduledAt, signal),
    })
    held.add(lease, run)
    latest.set(name, run)
    const finished = run.ended
      .then((ending) =>
        finish(job, { lease, ending, startedAt, scheduledAt: actor === null ? scheduledAt : null }),
      )
      .finally(() => finishing.delete(finished))
    finishing.add(finished)
    if (ended) run.abort('interrupted')
    else wakeUp.in(pace.beat)
    return token
  }

  /** Records the end of a run; `scheduledAt` is null if an admin started it. */
  async function finish(
    job: DeclaredJob,
    {
      lease,
      ending: { outcome, error },
      startedAt,
      scheduledAt,
    }: { lease: HeldLease; ending: Ending; startedAt: number; scheduledAt: number | null },
  ): Promise<void> {
    const { name } = lease
    const now = clock()
    held.delete(name)
    tallies.ended(name, outcome, now - startedAt)
    const fields = { job: name, plugin: job.plugin, outcome, error, ms: now - startedAt }
    if (outcome === 'failed' || outcome === 'timed_out') log.error(fields, 'a job failed')
    // A service that stops interrupts its jobs as a matter of course; they run again after the next start.
    else if (outcome === 'interrupted') log.info(fields, 'a job was interrupted')
    else if (outcome !== 'succeeded') log.warn(fields, 'a job did not end')
    if (outcome === 'timed_out' && isRunning(name))
      log.error(
        fields,
        'a job ignores that it was aborted; this process does not start it again until it has ended',
      )
    const isOver = outcome !== 'lost' && outcome !== 'interrupted' && scheduledAt !== null
    const nextAt = isOver ? new Date(followingTime(job, scheduledAt, now)) : null
    try {
      await endRun(records, lease, { outcome, error, nextAt, now: new Date(now) })
    } catch (err) {
      log.warn({ err, job: name }, 'the end of a job could not be recorded; its lease expires')
    }
    if (nextAt !== null) wakeUp.in(Math.min(nextAt.getTime() - clock(), pace.look))
  }

  /** Does what a job needs now. Returns the milliseconds until it needs something again. */
  async function consider(stored: StoredJob): Promise<number> {
    const { job, row } = stored
    const { name, catchUp = 'once' } = job.definition
    if (held.has(name)) return pace.beat
    const now = clock()
    const scheduledAt = row.next_at.getTime()
    const wait = scheduledAt - now
    const leave = { holder: null, nextAt: null, attempts: row.attempts, run: null, now: new Date(now) }
    const nextAt = (): Date => new Date(followingTime(job, scheduledAt, now))
    if (row.holder !== null) {
      if (!isStale(row)) return pace.beat
      log.warn({ job: name, process: row.holder }, 'a process that ran a job has died; taking over')
      if (wait > 0) {
        await changeLease(records, row, leave)
        return wait
      }
      if (row.attempts + 1 >= mostAttempts) {
        log.error(
          { job: name, plugin: job.plugin },
          'the processes that ran a job died; waiting for its next time',
        )
        await changeLease(records, row, { ...leave, nextAt: nextAt(), attempts: 0 })
        return pace.beat
      }
    } else if (wait > 0) return wait
    else if (catchUp === 'skip' && -wait > pace.missed) {
      const run = { process: self, startedBy: null, scheduledAt: row.next_at, outcome: 'skipped' } as const
      const token = await changeLease(records, row, { ...leave, nextAt: nextAt(), attempts: 0, run })
      if (token !== null) tallies.ended(name, 'skipped', 0)
      return Math.min(nextAt().getTime() - now, pace.beat)
    }
    if (isRunning(name)) return pace.beat
    const attempts = row.holder === null ? row.attempts : row.attempts + 1
    await begin(stored, { scheduledAt, attempts, actor: null })
    return pace.beat
  }

  async function lookOnce(): Promise<void> {
    let wait = pace.look
    try {
      await ensure()
      await held.keep()
      for (const stored of await list()) if (!ended) wait = Math.min(wait, await consider(stored))
      failing = false
    } catch (err) {
      if (!failing && !ended) log.warn({ err }, 'the jobs could not be read; trying again')
      failing = true
      wait = Math.min(wait, pace.retry)
    }
    wakeUp.in(wait)
  }

  function look(): Promise<void> {
    if (ended || jobs.size === 0) return Promise.resolve()
    looking ??= lookOnce().finally(() => (looking = undefined))
    return looking
  }

  async function list(): Promise<readonly StoredJob[]> {
    await ensure()
    const rows = new Map((await listJobs(records)).map((row) => [row.name, row]))
    return [...jobs.values()]
      .flatMap((job) => {
        const row = rows.get(job.definition.name)
        return row === undefined ? [] : [{ job, row }]
      })
      .sort((a, b) => (a.row.name < b.row.name ? -1 : 1))
  }

  async function end(): Promise<void> {
    ended = true
    wakeUp.close()
    held.abortAll()
    let cancel = (): void => undefined
    const late = new Promise<void>((resolve) => (cancel = after(pace.stop, resolve)))
    const all = Promise.resolve(looking).then(async () => Promise.all(finishing))
    await Promise.race([all, late])
    cancel()
  }

  return {
    begin(declared) {
      for (const job of declared) jobs.set(job.definition.name, job)
      if (jobs.size > 0) wakeUp.in(0)
    },
    end,
    close: end,
    look,
    list,
    async idle() {
      await Promise.all(finishing)
    },
    tallies: () => [...jobs.values()].map((job) => tallies.of(job, held.has(job.definition.name))),

    async runNow(name, actor) {
      if (ended)
        throw new ServiceError('UNAVAILABLE', 'the service is shutting down; try again', { retryAfter: 5 })
      const stored = (await list()).find(({ row }) => row.name === name)
      if (stored === undefined) throw notFound('job')
      const { row } = stored
      if (row.holder !== null || isRunning(name)) throw running(name)
      const token = await begin(stored, { scheduledAt: clock(), attempts: row.attempts, actor })
      if (token === null) throw running(name)
      return token
    },
  }
}

const running = (name: string): ServiceError =>
  new ServiceError('CONFLICT', `job ${name} is running; wait until it has ended`)
