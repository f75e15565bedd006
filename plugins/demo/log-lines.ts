import type { Random } from './random.js'

const services = [
  [10, 'api'],
  [6, 'web'],
  [4, 'worker'],
  [2, 'billing'],
] as const

/** One line of POST /v1/logs, without its message_id. */
export interface DemoLog {
  readonly timestamp: number
  readonly level: string
  readonly service: string
  readonly source: string
  readonly message: string
  readonly data: object
}

export function logLine(random: Random, timestamp: number, level: string): DemoLog {
  const service = random.weighted(services)
  const { message, data } = text(random, level, service)
  return { timestamp, level, service, source: `${service}-${random.int(1, 3)}`, message, data }
}

/** The log line of a release. */
export const releaseLine = (timestamp: number, version: string, service: string): DemoLog => ({
  timestamp,
  level: 'notice',
  service,
  source: `${service}-1`,
  message: 'deployment finished',
  data: { version },
})

/** A failure while the broken release is deployed. */
export function failureLine(random: Random, timestamp: number, version: string): DemoLog {
  const service = random.pick(['web', 'web', 'api'])
  const failure =
    service === 'web'
      ? {
          message: 'sign-up form failed',
          data: {
            error: "TypeError: cannot read 'value' of null",
            os: random.pick(['iOS', 'Android']),
            version,
          },
        }
      : {
          message: 'request timed out',
          data: { path: path(random), status: 504, duration_ms: 30_000 + random.int(0, 900), version },
        }
  const level = random.chance(0.04) ? 'alert' : 'error'
  return { timestamp, level, service, source: `${service}-${random.int(1, 3)}`, ...failure }
}

function text(random: Random, level: string, service: string): { message: string; data: object } {
  const duration_ms = Math.round(random.around(85)) + 2
  if (level === 'critical')
    return { message: 'database connection pool exhausted', data: { waiting: random.int(40, 300) } }
  if (level === 'error')
    return service === 'billing'
      ? {
          message: 'payment provider rejected the request',
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
      message: 'configuration reloaded',
      data: { changed: random.pick(['limits', 'flags', 'routes']) },
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
