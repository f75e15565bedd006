import { Cron } from 'croner'
import type { JobSchedule } from '../../contract/index.js'

/** Seconds. */
const shortestInterval = 1
const longestInterval = 366 * 86_400

/**
 * Returns the function that finds the first scheduled time after a time, in milliseconds. An interval counts
 * from the time that is passed. Throws an error whose message says what is wrong with the schedule.
 */
export function nextTime(every: JobSchedule): (after: number) => number {
  if (typeof every === 'number') {
    if (!(every >= shortestInterval && every <= longestInterval))
      throw new Error(`every must be ${shortestInterval} to ${longestInterval} seconds`)
    return (after) => after + every * 1000
  }
  const { cron, zone } = every as { readonly cron?: unknown; readonly zone?: unknown }
  if (typeof cron !== 'string' || typeof zone !== 'string')
    throw new Error('every must be a number of seconds or {cron, zone}')
  const pattern = cronIn(cron, zone)
  return (after) => {
    const next = pattern.nextRun(new Date(after))
    if (next === null) throw new Error(`the cron pattern ${JSON.stringify(cron)} never occurs`)
    return next.getTime()
  }
}

function cronIn(cron: string, zone: string): Cron {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    throw new Error(`unknown time zone ${JSON.stringify(zone)}`)
  }
  try {
    // A date would be a pattern that occurs once.
    if (!/^(@[a-z]+|\S+( +\S+){4})$/.test(cron)) throw new Error('five fields are required')
    const pattern = new Cron(cron, { timezone: zone, mode: '5-part', paused: true })
    if (pattern.nextRun(new Date(0)) === null) throw new Error('it never occurs')
    return pattern
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error)
    throw new Error(`invalid cron pattern ${JSON.stringify(cron)}: ${why}`, { cause: error })
  }
}
