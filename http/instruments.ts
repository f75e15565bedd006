import type { Meters } from '../contract/index.js'
import type { AnswerObserver, RunObserver } from '../core/run/observed.js'
import type { LaneName } from '../core/run/queue/lanes.js'
import type { QueueObserver } from '../core/run/queue/types.js'
import type { RefusalReason } from './refusal.js'

/** The observations of the server and of request bodies. */
export interface HttpObserver {
  /** The bytes of all request bodies in memory. */
  readonly bodyBytes: (bytes: number) => void
  readonly connectionOpened: () => void
  readonly connectionClosed: () => void
  readonly refused: (reason: RefusalReason) => void
}

/** The service's own metrics: what the core observes, and their text for GET /metrics. */
export interface Instruments {
  request(method: string, route: string, status: number, milliseconds: number): void
  readonly queries: RunObserver & AnswerObserver
  readonly http: HttpObserver
  /** For the queues in front of the analytics store. */
  readonly queue: (lane: LaneName) => QueueObserver
  /** For the metrics of plugins. */
  readonly meters: Meters
  readonly contentType: string
  text(): Promise<string>
}
