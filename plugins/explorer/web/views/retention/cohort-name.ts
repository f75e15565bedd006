const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** A cohort by its first day: "24 Aug 2026", of months "Aug 2026". */
export const cohortName = (date: string, unit: string): string =>
  (unit === 'month' ? month : day).format(Date.parse(date))
