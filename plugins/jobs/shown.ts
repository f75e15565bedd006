import Type, { type Static } from 'typebox'
import { jobOutcomes, named, nullable, timeSchema } from '../../contract/index.js'
import type { RunRow } from './jobs-repository.js'
import type { StoredJob } from './scheduler.js'

const RunBody = named(
  'JobRun',
  Type.Object({
    token: Type.Integer({ description: 'Grows with every run of the job' }),
    process: Type.String({ description: 'Host, process id and a random part' }),
    started_by: nullable(Type.String({ description: 'Id of the admin; null for the schedule' })),
    scheduled_at: timeSchema,
    started_at: timeSchema,
    ended_at: nullable(timeSchema),
    seconds: nullable(Type.Number()),
    outcome: nullable(Type.Enum([...jobOutcomes], { description: 'Null while it runs' })),
    error: nullable(Type.String()),
  }),
)

export const JobBody = named(
  'Job',
  Type.Object({
    name: Type.String(),
    plugin: Type.String(),
    summary: Type.String(),
    every_seconds: nullable(Type.Number({ description: 'Null for a cron pattern' })),
    cron: nullable(Type.String()),
    zone: nullable(Type.String()),
    catch_up: Type.Enum(['skip', 'once']),
    timeout_seconds: Type.Number(),
    next_at: timeSchema,
    running: Type.Boolean(),
    runs: Type.Array(RunBody, { description: 'The latest ones, newest first' }),
  }),
)

export function jobBody({ job, row }: StoredJob, runs: readonly RunRow[]): Static<typeof JobBody> {
  const { name, summary, every, catchUp = 'once', timeout } = job.definition
  const pattern = typeof every === 'number' ? null : every
  return {
    ...{ name, plugin: job.plugin, summary },
    every_seconds: typeof every === 'number' ? every : null,
    cron: pattern?.cron ?? null,
    zone: pattern?.zone ?? null,
    catch_up: catchUp,
    timeout_seconds: timeout,
    next_at: row.next_at.toISOString(),
    running: row.holder !== null,
    runs: runs.filter((run) => run.job === name).map(runBody),
  }
}

const runBody = ({
  token,
  process,
  started_by,
  outcome,
  error,
  ...times
}: RunRow): Static<typeof RunBody> => ({
  ...{ token, process, started_by },
  scheduled_at: times.scheduled_at.toISOString(),
  started_at: times.started_at.toISOString(),
  ended_at: times.ended_at?.toISOString() ?? null,
  seconds: times.ended_at === null ? null : (times.ended_at.getTime() - times.started_at.getTime()) / 1000,
  ...{ outcome, error },
})
