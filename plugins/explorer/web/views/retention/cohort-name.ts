const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** The name of a cohort: its first day ("24 Aug 2026"), for months "Aug 2026". */
export const cohortName = (date: string, unit: string): string =>
  (unit === 'month' ? month : day).format(Date.parse(date))
