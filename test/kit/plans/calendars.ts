import { weekStarts, type Interval } from '../../../contract/index.js'
import { bucketsOf } from '../../../core/question/buckets.js'
import { zoneOf } from '../../../core/question/zone.js'
import type { Choices } from './choices.js'

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'] as const

/** The edges of the local weeks or days of an interval, in some zone and with some week start. */
export function calendarEdges(choices: Choices, interval: Interval): readonly number[] {
  const calendar = { zone: zoneOf(choices.of(zones)), weekStart: choices.of(weekStarts) }
  return bucketsOf(interval, choices.of(['weekly', 'daily'] as const), calendar).edges
}
