import { ServiceError, type JobRun, type Log, type ServiceDependencies } from '../../contract/index.js'
import { fenceLease, type HeldLease } from './jobs-repository.js'

type Dependencies = Pick<
  ServiceDependencies,
  'settings' | 'setting' | 'records' | 'analytics' | 'clock' | 'newId' | 'use' | 'find' | 'log'
>

/** Returns what a run gets: the parts of the service, its lease, and transactions that the lease fences. */
export function jobContext(
  { settings, setting, records, analytics, clock, newId, use, find, log }: Dependencies,
  lease: HeldLease,
  scheduledAt: number,
  signal: AbortSignal,
): JobRun {
  const { name, token } = lease
  const context: JobRun = {
    ...{ settings, setting, records, analytics, clock, newId, use, find },
    ...{ scheduledAt, token, signal },
    log: named(log, name),
    transaction: (work) =>
      records.transaction(async (transaction) => {
        if (!(await fenceLease(transaction, lease))) throw takenOver(name)
        return work(transaction)
      }),
  }
  return Object.freeze(context)
}

const takenOver = (name: string): ServiceError =>
  new ServiceError('UNAVAILABLE', `this run no longer holds the lease of the job ${name}`)

const named = (log: Log, job: string): Log => ({
  debug: (fields, message) => log.debug({ ...fields, job }, message),
  info: (fields, message) => log.info({ ...fields, job }, message),
  warn: (fields, message) => log.warn({ ...fields, job }, message),
  error: (fields, message) => log.error({ ...fields, job }, message),
})
