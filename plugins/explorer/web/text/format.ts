import { language } from './language.js'

/** A format of numbers in the language of the pages. */
export const numberFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  new Intl.NumberFormat(language.tag, options)

/** A format of dates and times in the language of the pages. UTC unless `options` name another time zone. */
export const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language.dates, { timeZone: 'UTC', ...options })

const whole = numberFormat({ maximumFractionDigits: 0 })
const ands = new Intl.ListFormat(language.tag, { type: 'conjunction' })
const commas = new Intl.ListFormat(language.tag, { type: 'unit' })
const relative = new Intl.RelativeTimeFormat(language.tag, { numeric: 'auto' })

/** `1,234` */
export const integer = (value: number): string => whole.format(value)

/** `a, b and c` */
export const andList = (items: readonly string[]): string => ands.format(items)

/** `a, b, c` */
export const list = (items: readonly string[]): string => commas.format(items)

/** `yesterday`, `in 3 days` */
export const relativeTime = (value: number, unit: Intl.RelativeTimeFormatUnit): string =>
  relative.format(value, unit)
