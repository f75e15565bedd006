import type { JobOutcome, Records, RecordStore } from '../../contract/index.js'

/** A declared job as stored: its next scheduled time, and its lease. */
export interface JobRow {
  readonly name: string
  readonly next_at: Date
  readonly token: number
  /** The process that runs the job; null if none does. */
  readonly holder: string | null
  readonly beat: number
  /** Runs for `next_at` whose process died. */
  readonly attempts: number
}

/** Adds new jobs. A job whose schedule has changed gets the given time as its next one. */
export async function ensureJobs(
  records: Records,
  jobs: readonly { readonly name: string; readonly schedule: string; readonly nextAt: Date }[],
): Promise<void> {
  // In one order, so that two processes never wait for each other.
  const sorted = [...jobs].sort((a, b) => (a.name < b.name ? -1 : 1))
  await records.query(
    `INSERT INTO scheduled_jobs AS j (name, schedule, next_at)
     SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[])
     ON CONFLICT (name) DO UPDATE SET schedule = excluded.schedule, next_at = excluded.next_at
     WHERE j.schedule <> excluded.schedule`,
    [
      sorted.map(({ name }) => name),
      sorted.map(({ schedule }) => schedule),
      sorted.map(({ nextAt }) => nextAt),
    ],
  )
}

export const listJobs = (records: Records): Promise<readonly JobRow[]> =>
  records.query<JobRow>('SELECT name, next_at, token, holder, beat, attempts FROM scheduled_jobs')

export interface NewRun {
  readonly process: string
  readonly startedBy: string | null
  readonly scheduledAt: Date
  /** Null for a run that starts; the outcome of one that is only recorded. */
  readonly outcome: JobOutcome | null
}

/** A change of a job's lease, and the run to record with it. */
export interface LeaseChange {
  /** Null to free the lease. */
  readonly holder: string | null
  /** Null keeps the stored time. */
  readonly nextAt: Date | null
  readonly attempts: number
  readonly run: NewRun | null
  readonly now: Date
  /** Runs in the same transaction. */
  readonly note?: ((transaction: Records) => Promise<void>) | undefined
}

/** The class of the advisory locks of jobs; the second key is the job. */
const lockClass = 1_785_688_691

/**
 * Changes a lease if it still is as `seen`, and no fenced transaction of its holder is open. Marks the unfinished run of
 * an earlier lease as lost. Returns the new token; null if another process was first.
 */
export const changeLease = (
  records: RecordStore,
  seen: JobRow,
  { holder, nextAt, attempts, run, now, note }: LeaseChange,
): Promise<number | null> =>
  records.transaction(async (transaction) => {
    const [lock] = await transaction.query<{ free: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS free',
      [lockClass, seen.name],
    )
    if (lock?.free !== true) return null
    const [changed] = await transaction.query<{ token: number }>(
      `UPDATE scheduled_jobs SET token = token + 1, holder = $4, beat = 0, attempts = $5, next_at = coalesce($6, next_at)
       WHERE name = $1 AND token = $2 AND beat = $3 AND holder IS NOT DISTINCT FROM $7
       RETURNING token`,
      [seen.name, seen.token, seen.beat, holder, attempts, nextAt, seen.holder],
    )
    if (changed === undefined) return null
    await transaction.query(
      `UPDATE scheduled_job_runs SET ended_at = $2, outcome = 'lost', error = 'its process ended or lost the records'
       WHERE job = $1 AND outcome IS NULL`,
      [seen.name, now],
    )
    if (run !== null)
      await transaction.query(
        `INSERT INTO scheduled_job_runs (job, token, process, started_by, scheduled_at, started_at, ended_at, outcome)
         VALUES ($1, $2, $3, $4, $5, $6::timestamptz, CASE WHEN $7::text IS NULL THEN NULL ELSE $6::timestamptz END, $7)`,
        [seen.name, changed.token, run.process, run.startedBy, run.scheduledAt, now, run.outcome],
      )
    await note?.(transaction)
    return changed.token
  })

/** A lease that this process holds. */
export interface HeldLease {
  readonly name: string
  readonly token: number
  readonly process: string
}

/** Raises the beats of leases of one process; returns the names of those that it still holds. */
export async function beatLeases(records: Records, leases: readonly HeldLease[]): Promise<readonly string[]> {
  const rows = await records.query<{ name: string }>(
    `UPDATE scheduled_jobs j SET beat = j.beat + 1
     FROM unnest($1::text[], $2::bigint[], $3::text[]) AS held (name, token, process)
     WHERE j.name = held.name AND j.token = held.token AND j.holder = held.process
     RETURNING j.name`,
    [leases.map(({ name }) => name), leases.map(({ token }) => token), leases.map((lease) => lease.process)],
  )
  return rows.map(({ name }) => name)
}

/** Whether the lease is the latest. If so, no process can take it over before the transaction ends. */
export async function fenceLease(
  transaction: Records,
  { name, token, process }: HeldLease,
): Promise<boolean> {
  await transaction.query('SELECT pg_advisory_xact_lock_shared($1, hashtext($2))', [lockClass, name])
  const rows = await transaction.query(
    'SELECT 1 AS held FROM scheduled_jobs WHERE name = $1 AND token = $2 AND holder = $3',
    [name, token, process],
  )
  return rows.length > 0
}

export interface RunEnd {
  readonly outcome: JobOutcome
  readonly error: string | null
  /** Null leaves the job due. */
  readonly nextAt: Date | null
  readonly now: Date
}

/** The number of runs kept of each job. */
export const runsKept = 50

/** Records the end of a run and frees its lease. Returns false if another process has taken it over. */
export async function endRun(
  records: Records,
  { name, token, process }: HeldLease,
  { outcome, error, nextAt, now }: RunEnd,
): Promise<boolean> {
  const rows = await records.query(
    `WITH freed AS (
       UPDATE scheduled_jobs SET holder = NULL, next_at = coalesce($4, next_at),
         attempts = CASE WHEN $4::timestamptz IS NULL THEN attempts ELSE 0 END
       WHERE name = $1 AND token = $2 AND holder = $3
       RETURNING name
     ),
     old AS (DELETE FROM scheduled_job_runs r USING freed WHERE r.job = freed.name AND r.token <= $2 - ${runsKept})
     UPDATE scheduled_job_runs r SET ended_at = $5, outcome = $6, error = $7
     FROM freed WHERE r.job = freed.name AND r.token = $2
     RETURNING r.job`,
    [name, token, process, nextAt, now, outcome, error],
  )
  return rows.length > 0
}

export interface RunRow {
  readonly job: string
  readonly token: number
  readonly process: string
  readonly started_by: string | null
  readonly scheduled_at: Date
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly outcome: JobOutcome | null
  readonly error: string | null
}

/** Returns the latest runs of each job, newest first. */
export const listRuns = (records: Records, perJob: number): Promise<readonly RunRow[]> =>
  records.query<RunRow>(
    `SELECT r.job, r.token, r.process, r.started_by, r.scheduled_at, r.started_at, r.ended_at, r.outcome, r.error
     FROM scheduled_jobs j CROSS JOIN LATERAL (
       SELECT * FROM scheduled_job_runs WHERE job = j.name ORDER BY token DESC LIMIT $1
     ) r
     ORDER BY r.job, r.token DESC`,
    [perJob],
  )
