import { createRandom, type Random } from './random.js'
import { plotOf, weekdayOf, type DemoPlot } from './story.js'
import { weekdayShape } from './people.js'
import { serverAt, type DemoLoad, type DemoServer } from './servers.js'

export interface DemoMetricOptions {
  /** Milliseconds since 1970 UTC; no point is later. */
  readonly now: number
  readonly days?: number
  readonly seed?: string
  /** See DemoOptions. */
  readonly since?: number
}

export interface DemoMetricBatch {
  /** JSON Lines for POST /v1/metrics. */
  readonly lines: string
  readonly points: number
  /** YYYY-MM-DD. */
  readonly day: string
}

const dayLength = 86_400_000

/**
 * The metrics of the product's servers: CPU and memory (gauges), requests by status (a counter), their
 * durations (a histogram), and the worker's jobs. They are four-hourly, hourly in the last month, and every
 * ten minutes in the last two days of the story and afterwards. Repeatable like demoBatches.
 */
export function* demoMetrics({
  now,
  days = 90,
  seed = 'demo',
  since = now - (days - 1) * dayLength,
}: DemoMetricOptions): Generator<DemoMetricBatch> {
  const first = Math.floor(since / dayLength)
  const dayCount = Math.floor(now / dayLength) - first + 1
  const story = `demo-metrics-${seed}-${new Date(first * dayLength).toISOString().slice(0, 10)}`
  const random = createRandom(story)
  const plot = plotOf(first, days)
  const servers: readonly DemoServer[] = ['api-1', 'api-2', 'worker-1'].map((name) => serverAt(random, name))
  for (let day = 0; day < dayCount; day++) {
    const midnight = (first + day) * dayLength
    const lines: string[] = []
    const steps = day >= days - 2 ? 144 : day >= days - 30 ? 24 : 6
    for (let step = 0; step < steps; step++) {
      const moment = day + step / steps
      const timestamp = midnight + Math.round((step / steps) * dayLength)
      const load = loadAt(random, plot, first, moment)
      for (const server of servers)
        for (const [series, point] of server.report(load, dayLength / steps / 1000).entries()) {
          const message_id = `${story}-${day}-${step}-${server.name}-${series}`
          if (timestamp <= now) lines.push(JSON.stringify({ ...point, timestamp, message_id }))
        }
    }
    if (lines.length === 0) continue
    const name = new Date(midnight).toISOString().slice(0, 10)
    yield { lines: lines.join('\n'), points: lines.length, day: name }
  }
}

function loadAt(random: Random, plot: DemoPlot, first: number, moment: number): DemoLoad {
  const day = Math.floor(moment)
  const clock = Math.sin((moment - day - 0.35) * 2 * Math.PI)
  const week = 0.5 + 0.5 * weekdayShape(weekdayOf(first + day))
  const crowd = plot.isCampaign(day) ? 1.7 : 1
  const requests = (6 + 0.06 * Math.min(day, 120)) * (1 + 0.75 * clock) * week * crowd
  const broken = plot.isBroken(moment)
  return {
    requests: requests * (0.9 + 0.2 * random.next()),
    failing: broken ? 0.06 + 0.05 * random.next() : 0.002 + 0.003 * random.next(),
    slowness: broken ? 4.5 : crowd,
    version: plot.versionAt(moment),
  }
}
