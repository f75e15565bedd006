import t from 'tap'
import '../support/every-store.js'
import { openTopics, type Line, type Query } from '../http/topic.js'

/**
 * Breakdowns whose bins have thousands of edges and labels. ClickHouse answered them 422 or 500: each statement held
 * them several times, and limits the size of its tree.
 */
const hour = 3_600_000
const [from, to] = [Date.UTC(2024, 8, 20), Date.UTC(2024, 10, 12)]

/** Events of seven devices every 13 hours, each with a date five and a half hours later. */
const lines: readonly Line[] = Array.from({ length: Math.floor((to - from) / (13 * hour)) }, (_, index) => {
  const at = from + index * 13 * hour + (index % 5) * 1_234_567
  return {
    event: index % 3 === 0 ? 'buy' : 'open',
    device_id: `d${index % 7}`,
    session_id: `s${index % 20}`,
    timestamp: new Date(at).toISOString(),
    // Every ninth has neither.
    ...(index % 9 !== 0 && {
      due: new Date(at + 5.5 * hour).toISOString(),
      amount: (index * 7.25) % 90,
    }),
  }
})

const hours = (field: string): object => ({ field, unit: 'hour' })
const bins = (field: string, width: number): object => ({
  field,
  bins: Array.from({ length: 90 }, (_, index) => index * width - 2.5),
})

const breakdowns: Readonly<Record<string, readonly object[]>> = {
  'hours of an event': [hours('timestamp')],
  'hours of two dates, and days': [
    hours('timestamp'),
    hours('properties.due'),
    { field: 'timestamp', unit: 'day' },
  ],
  'hours of a date, three times': [hours('properties.due'), hours('properties.due'), hours('properties.due')],
  'ninety bins of numbers, three times': [bins('amount', 1), bins('amount', 0.5), bins('amount', 1.5)],
}

const metrics: readonly (readonly [string, Query])[] = [
  ['events', { granularity: 'weekly', compare: 'previous' }],
  ['wau', { granularity: 'weekly' }],
  ['stickiness/daily', { granularity: 'monthly' }],
]

// The offset of both changes in the range: by an hour, and by half an hour, so that hours are not evenly spaced.
const zones = ['Europe/Berlin', 'Australia/Lord_Howe']

const topic = await openTopics(t)

for (const [name, fields] of Object.entries(breakdowns))
  await topic(name, '2024-11-12T10:20:00.000Z', async (t, fixture) => {
    await fixture.send(lines)
    for (const timezone of zones)
      for (const [metric, query] of metrics) {
        const asked = {
          range: '2024-09-21,2024-11-12',
          timezone,
          breakdowns: JSON.stringify(fields),
          breakdown_limit: '8',
        }
        const { data } = await fixture.ask(metric, { ...asked, ...query })
        t.ok((data.points as readonly unknown[]).length > 0, `${metric} ${timezone}`)
      }
  })
