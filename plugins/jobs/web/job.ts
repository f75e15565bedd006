import { jobsText } from './text.js'

/** A job and a run of it, as GET /api/v1/admin/jobs returns them. */
export interface Job {
  readonly name: string
  readonly plugin: string
  readonly summary: string
  readonly every_seconds: number | null
  readonly cron: string | null
  readonly zone: string | null
  readonly next_at: string
  readonly running: boolean
  readonly runs: readonly Run[]
}

export interface Run {
  readonly token: number
  readonly started_at: string
  readonly seconds: number | null
  readonly outcome: string | null
  readonly error: string | null
}

export function scheduleOf({ every_seconds: seconds, cron, zone }: Job): string {
  if (seconds === null) return `${cron ?? ''} (${zone ?? ''})`
  if (seconds % 3600 === 0) return jobsText.everyHours(seconds / 3600)
  return seconds % 60 === 0 ? jobsText.everyMinutes(seconds / 60) : jobsText.everySeconds(seconds)
}

export const outcomeOf = (run: Run): string => (run.outcome ?? '').replaceAll('_', ' ')
