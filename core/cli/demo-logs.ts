import { createRandom, type Random } from './demo-random.js'

export interface DemoLogOptions {
  /** Milliseconds since 1970 UTC; nothing is later. */
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
const services = [
  [10, 'api'],
  [6, 'web'],
  [4, 'worker'],
  [2, 'billing'],
] as const
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

/** The product's own logs, some 220 lines a day, with a bad hour on one day in nine. Repeats like demoBatches. */
export function* demoLogs({
  now,
  days = 90,
  seed = 'demo',
  since = now - (days - 1) * dayLength,
}: DemoLogOptions): Generator<DemoLogBatch> {
  const first = Math.floor(since / dayLength)
  const told = Math.floor(now / dayLength) - first + 1
  const story = `demo-logs-${seed}-${new Date(first * dayLength).toISOString().slice(0, 10)}`
  const random = createRandom(story)
  for (let day = 0; day < told; day++) {
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
    const past = lines
      .map((line, index) => ({ ...line, message_id: `${story}-${day}-${index}` }))
      .filter((line) => line.timestamp <= now)
      .sort((a, b) => a.timestamp - b.timestamp)
    if (past.length === 0) continue
    const name = new Date(midnight).toISOString().slice(0, 10)
    yield { lines: past.map((line) => JSON.stringify(line)).join('\n'), logs: past.length, day: name }
  }
}

function logLine(random: Random, timestamp: number, level: string) {
  const service = random.weighted(services)
  const { message, data } = text(random, level, service)
  return { timestamp, level, service, source: `${service}-${random.int(1, 3)}`, message, data }
}

function text(random: Random, level: string, service: string): { message: string; data: object } {
  const duration_ms = Math.round(random.around(85)) + 2
  if (level === 'critical')
    return { message: 'database connection pool exhausted', data: { waiting: random.int(40, 300) } }
  if (level === 'error')
    return service === 'billing'
      ? {
          message: 'payment provider refused the request',
          data: { code: random.pick(['card_declined', 'expired_card', 'timeout']) },
        }
      : {
          message: 'request failed',
          data: {
            path: path(random),
            status: random.pick([500, 502, 503, 504]),
            duration_ms: duration_ms * 12,
          },
        }
  if (level === 'warning')
    return {
      message: 'slow query',
      data: { table: random.pick(['reports', 'projects', 'invites']), duration_ms: duration_ms * 20 },
    }
  if (level === 'notice')
    return {
      message: 'deployment finished',
      data: { version: `1.${random.int(10, 60)}.${random.int(0, 9)}` },
    }
  if (service === 'worker')
    return {
      message: 'job done',
      data: { job: random.pick(['export', 'digest', 'cleanup']), duration_ms: duration_ms * 5 },
    }
  return {
    message: 'request served',
    data: {
      path: path(random),
      status: random.weighted([
        [90, 200],
        [6, 304],
        [4, 404],
      ]),
      duration_ms,
    },
  }
}

const path = (random: Random): string =>
  `/api/${random.pick(['reports', 'projects', 'invites', 'search', 'exports'])}`
