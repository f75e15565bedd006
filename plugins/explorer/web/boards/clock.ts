import { dateFormat } from '../text/format.js'

const clock = dateFormat({ timeStyle: 'medium', timeZone: undefined })

/** A moment as the time of day, in the reader's time zone. */
export const formatClock = (at: number): string => clock.format(at)
