export const dayMs = 86_400_000
/** The start of the UTC day with which the data of every bench ends. */
export const today = Math.floor(Date.now() / dayMs) * dayMs
export const lastDay = today / dayMs
/** Days of data. */
export const dataDays = 90
export const firstDataDay = lastDay - dataDays + 1

/** A day since 1970, as a request's range writes it. */
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** The first and the last day of a question, inclusive. */
export interface Days {
  readonly first: number
  readonly last: number
}
export const month: Days = { first: lastDay - 29, last: lastDay }
export const quarter: Days = { first: firstDataDay, last: lastDay }
/** Twelve whole weeks; the last is the current one. */
export const weeks: Days = (() => {
  const monday = lastDay - ((lastDay + 3) % 7)
  return { first: monday - 11 * 7, last: monday + 6 }
})()
export const rangeOf = ({ first, last }: Days): string => `${dayText(first)},${dayText(last)}`
