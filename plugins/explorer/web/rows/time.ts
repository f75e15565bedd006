import { dateFormat } from '../text/format.js'

const clock = dateFormat({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})
const short = dateFormat({ hour: '2-digit', minute: '2-digit' })
const day = dateFormat({ day: '2-digit', month: 'short' })
const long = dateFormat({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** "22 Nov 14:03:07.512", in UTC. */
export const formatMoment = (iso: string): string =>
  `${day.format(Date.parse(iso))} ${clock.format(Date.parse(iso))}`

/** "14:03", in UTC. */
export const formatClock = (iso: string): string => short.format(Date.parse(iso))
/** "Sunday 22 November 2026", in UTC. */
export const formatDay = (iso: string): string => long.format(Date.parse(iso))
