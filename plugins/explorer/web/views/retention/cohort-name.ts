import { dateFormat } from '../../text/format.js'

const day = dateFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const month = dateFormat({ month: 'short', year: 'numeric' })

/** The name of a cohort: its first day ("24 Aug 2026"), for months "Aug 2026". */
export const cohortName = (date: string, grain: string): string =>
  (grain === 'monthly' ? month : day).format(Date.parse(date))
