import type { DeclaredJob, JobSchedule } from '../../contract/index.js'

/** A schedule as stored, to notice that it has changed: `every 60 s`, `30 2 * * * Europe/Berlin`. */
export const scheduleText = (every: JobSchedule): string =>
  typeof every === 'number' ? `every ${every} s` : `${every.cron} ${every.zone}`

/**
 * Returns the first scheduled time after `now`, in milliseconds. Intervals keep their grid:
 *
 *     every 60 s, scheduled 12:00:00, ended 12:02:30 → 12:03:00
 */
export function followingTime(
  { definition: { every }, next }: DeclaredJob,
  scheduledAt: number,
  now: number,
): number {
  if (typeof every !== 'number') return next(Math.max(scheduledAt, now))
  const step = every * 1000
  return scheduledAt + step * Math.max(1, Math.floor((now - scheduledAt) / step) + 1)
}
