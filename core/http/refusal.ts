import { ServiceError } from '../contract/index.js'

/** Why the service refuses work it could do at another time; a label of its metrics. */
export type RefusalReason =
  | 'body_memory'
  | 'body_memory_per_caller'
  | 'body_too_slow'
  | 'headers_too_slow'
  | 'connection_evicted'
  | 'connections'
  | 'key_lookups'

/** A 503 that a limit of the service causes; the message names the setting. `retryAfter` is in seconds. */
export class Refusal extends ServiceError {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string, retryAfter: number) {
    super('UNAVAILABLE', message, { retryAfter })
    this.reason = reason
  }
}
