import { ServiceError } from '../contract/index.js'

/** Why the service rejects work that it could do at another time; a label of its metrics. */
export type RefusalReason =
  | 'body_memory'
  | 'body_memory_per_caller'
  | 'body_too_slow'
  | 'headers_too_slow'
  | 'connection_evicted'
  | 'connections'
  | 'key_lookups'

/** A 503 caused by a limit of the service; the message names the setting. `retryAfter` is in seconds. */
export class Refusal extends ServiceError {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string, retryAfter: number) {
    super('UNAVAILABLE', message, { retryAfter })
    this.reason = reason
  }
}
