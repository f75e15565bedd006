import { randomUUID } from 'node:crypto'
import { eventMaker } from '../sent-event.js'

interface SentRows {
  readonly name: string
  readonly path: string
  /** Returns the next distinct item. */
  readonly make: () => unknown
}

let made = 0
const common = () => ({ timestamp: new Date().toISOString(), message_id: randomUUID() })

/** Items of each kind with five properties, as clients send them. */
export const sentRows: readonly SentRows[] = [
  { name: 'events', path: '/v1/events', make: eventMaker() },
  {
    name: 'logs',
    path: '/v1/logs',
    make: () => {
      const n = made++
      const attributes = { status: n % 7 === 0 ? 500 : 200, path: `/p/${n % 50}`, host: `host-${n % 40}` }
      const message = { ...attributes, duration_ms: n / 4, cached: n % 4 === 0 }
      return { ...common(), level: 'info', service: `service-${n % 5}`, message }
    },
  },
  {
    name: 'metrics',
    path: '/v1/metrics',
    make: () => {
      const n = made++
      const own = { status: n % 7 === 0 ? '500' : '200', method: 'GET', route: `/r/${n % 20}` }
      const labels = { ...own, host: `host-${n % 40}`, zone: `zone-${n % 3}` }
      return { ...common(), name: 'requests', type: 'counter', service: 'api', value: n, labels }
    },
  },
  {
    name: 'traits',
    path: '/v1/events',
    make: () => {
      const n = made++
      const traits = { plan: 'pro', seats: n % 50, company: `company ${n % 3_000}`, role: 'admin', newsletter: true }
      return { ...common(), type: 'identify', device_id: `device-${n % 5_000}`, traits }
    },
  },
]

/** Stored keys of the five properties of each kind. */
export const promotedOnInsert: readonly string[] = [
  ...['label plan', 'label path', 'label title', 'number amount', 'boolean first'].map(
    (one) => `events_v1 properties ${one}`,
  ),
  ...['label status', 'label path', 'label host', 'number duration_ms', 'boolean cached'].map(
    (one) => `logs_v1 message ${one}`,
  ),
  ...['status', 'method', 'route', 'host', 'zone'].map((name) => `metrics_v1 labels label ${name}`),
  ...['label plan', 'number seats', 'label company', 'label role', 'boolean newsletter'].map(
    (one) => `traits_v1 traits ${one}`,
  ),
]
