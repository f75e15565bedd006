import { dayMs, type Days } from '../days.js'

/** Common parts of the benches' statements. */
export const ours = '$w.events_v1'
export const theirs = 'peers.events'
export const oneEvent = `event_name = 'event_7'`

export const inDays = ({ first, last }: Days, before = 0): string =>
  `day BETWEEN toDate(${first - before}) AND toDate(${last})`
export const untilDay = ({ last }: Days): string => `day <= toDate(${last})`
/** The usual filter: by time alone. */
export const inTime = ({ first, last }: Days, before = 0): string =>
  `timestamp >= toDateTime64(${((first - before) * dayMs) / 1000}, 3, 'UTC') AND timestamp < toDateTime64(${((last + 1) * dayMs) / 1000}, 3, 'UTC')`
/** The index of a stored day, and of a time, in the range. */
export const placeOfDay = ({ first }: Days, day = 'day'): string => `toInt32(${day}) - ${first}`
export const placeOfTime = ({ first }: Days, time = 'timestamp'): string =>
  `dateDiff('day', toDate(${first}), toStartOfDay(${time}))`

export const bareOf = (columns: string, where: string): string =>
  `SELECT ${columns} FROM ${ours} WHERE ${where}`
export const devicesAndDays = 'sum(device), max(day)'
