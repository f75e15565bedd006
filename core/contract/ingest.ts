import { serviceRef } from './service-ref.js'
import type { WorkspaceRef } from './workspace.js'

/**
 * What a protocol has read, as the lines of POST /v1/events, /v1/logs and /v1/metrics that say the same (docs of these
 * routes give their members). Not yet checked: whatever JSON a client may send.
 */
export interface IngestItems {
  readonly events?: readonly unknown[]
  readonly logs?: readonly unknown[]
  readonly metrics?: readonly unknown[]
}

/** Why an item was not taken: the index within its list, and a sentence for whoever sent it. */
export interface IngestFault {
  readonly kind: keyof IngestItems
  readonly index: number
  readonly error: string
}

export interface IngestReceipt {
  readonly accepted: number
  readonly faults: readonly IngestFault[]
}

/**
 * The request that brought the items. Both are believed only if the agent is one of a person's own device (a browser,
 * an app): those of a server say nothing of its users. An address is looked up and never stored.
 */
export interface IngestOrigin {
  /** Its User-Agent header. */
  readonly userAgent?: string | undefined
  /** Its network address, as `ask.address` tells it. */
  readonly address?: string | undefined
}

/** The one way in, for every protocol. */
export interface Ingest {
  /**
   * Stores the good items together; durable and visible to the next query when it resolves. An item whose
   * `message_id` is stored already counts once. Rejects with PAYLOAD_TOO_LARGE over 10,000 items, and with UNAVAILABLE
   * (and a Retry-After) when the store fails or too much is waiting.
   */
  store(workspace: WorkspaceRef, items: IngestItems, now: number, from?: IngestOrigin): Promise<IngestReceipt>
}

export const ingestService = serviceRef<Ingest>('ingest')
