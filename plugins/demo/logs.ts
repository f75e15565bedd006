import { failureLine, logLine, releaseLine, type DemoLog } from './log-lines.js'
import { createRandom, type Random } from './random.js'
import { plotOf, type DemoPlot } from './story.js'

export interface DemoLogOptions {
  /** Milliseconds since 1970 UTC; no line is later. */
  readonly now: number
  readonly days?: number
  readonly seed?: string
  /** See DemoOptions. */
  readonly since?: number
}

export interface DemoLogBatch {
  /** JSON Lines for POST /v1/logs. */
  readonly lines: string
  readonly logs: number
  /** YYYY-MM-DD. */
  readonly day: string
}

const dayLength = 86_400_000
const levels = [
  [3, 'debug'],
  [70, 'info'],
  [6, 'notice'],
  [12, 'warning'],
  [6, 'error'],
  [0.3, 'critical'],
] as const
const troubled = [
  [40, 'info'],
  [20, 'warning'],
  [60, 'error'],
  [4, 'critical'],
] as const

/**
 * The product's own logs, about 220 lines a day, with a bad hour on one day in nine, and many errors while
 * the story's broken release is deployed. Repeatable like demoBatches.
 */
export function* demoLogs({
  now,
  days = 90,
  seed = 'demo',
  since = now - (days - 1) * dayLength,
}: DemoLogOptions): Generator<DemoLogBatch> {
  const first = Math.floor(since / dayLength)
  const dayCount = Math.floor(now / dayLength) - first + 1
  const story = `demo-logs-${seed}-${new Date(first * dayLength).toISOString().slice(0, 10)}`
  const random = createRandom(story)
  const plot = plotOf(first, days)
  for (let day = 0; day < dayCount; day++) {
    const midnight = (first + day) * dayLength
    const times = Array.from(
      { length: random.int(170, 240) },
      () => midnight + Math.floor(random.next() * dayLength),
    )
    const lines = times.map((time) => logLine(random, time, random.weighted(levels)))
    if (random.chance(1 / 9)) {
      const start = midnight + random.int(7, 20) * 3_600_000
      for (let n = random.int(60, 160); n > 0; n--)
        lines.push(logLine(random, start + Math.floor(random.next() * 3_600_000), random.weighted(troubled)))
    }
    lines.push(...storyLines(random, plot, day, midnight))
    const past = lines
      .map((line, index) => ({ ...line, message_id: `${story}-${day}-${index}` }))
      .filter((line) => line.timestamp <= now)
      .sort((a, b) => a.timestamp - b.timestamp)
    if (past.length === 0) continue
    const name = new Date(midnight).toISOString().slice(0, 10)
    yield { lines: past.map((line) => JSON.stringify(line)).join('\n'), logs: past.length, day: name }
  }
}

/** Failures of the broken release, fewer at night, and the deployments of all releases. */
function storyLines(random: Random, plot: DemoPlot, day: number, midnight: number): DemoLog[] {
  const lines: DemoLog[] = []
  for (let hour = 0; hour < 24; hour++) {
    const moment = day + hour / 24
    if (!plot.isBroken(moment)) continue
    for (let n = random.int(4, 9) * (hour > 6 ? 3 : 1); n > 0; n--)
      lines.push(failureLine(random, midnight + (hour + random.next()) * 3_600_000, plot.versionAt(moment)))
  }
  for (const { moment, version } of plot.releases)
    if (Math.floor(moment) === day)
      for (const service of ['api', 'web', 'worker'])
        lines.push(releaseLine(midnight + (moment - day) * dayLength, version, service))
  return lines.map((line) => ({ ...line, timestamp: Math.floor(line.timestamp) }))
}
