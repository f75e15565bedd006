import { serviceRef } from './service-ref.js'
import type { WorkspaceRef } from './workspace.js'

/**
 * The items that a protocol has read, in the shape of the lines of POST /v1/events, /v1/logs and /v1/metrics
 * (these routes' docs list the members). Not yet validated: any JSON that a client may send.
 */
export interface IngestItems {
  readonly events?: readonly unknown[]
  readonly logs?: readonly unknown[]
  readonly metrics?: readonly unknown[]
}

/** A rejected item: its index within its list, and the reason, written for the sender. */
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
 * The request that carried the items. Both values are used only if the user agent is a person's own device (a
 * browser, an app): a server's say nothing about its users. The address is looked up and never stored.
 */
export interface IngestOrigin {
  /** The User-Agent header. */
  readonly userAgent?: string | undefined
  /** The network address, as in `ask.address`. */
  readonly address?: string | undefined
}

/** The single entry point for data, used by every protocol. */
export interface Ingest {
  /**
   * Stores the valid items together. When it resolves, they are durable and visible to the next query. An
   * item whose `message_id` is already stored counts once. Rejects with PAYLOAD_TOO_LARGE over 10,000 items,
   * and with UNAVAILABLE (and a Retry-After) if the store fails or too much is queued.
   */
  store(workspace: WorkspaceRef, items: IngestItems, now: number, from?: IngestOrigin): Promise<IngestReceipt>
}

export const ingestService = serviceRef<Ingest>('ingest')

/** Reads the times that clients state by their own clocks. */
export interface ClientTimes {
  /** Milliseconds since 1970 of an ISO 8601 string or of milliseconds; null if the value is neither. */
  read(value: unknown): number | null
  /**
   * Returns the time of an event in milliseconds by the service's clock if the client's clock was wrong when it sent the
   * event at `sentAt`. Otherwise, and if either time cannot be read, returns the timestamp unchanged.
   */
  corrected(timestamp: unknown, sentAt: unknown, received: number): unknown
}

export const clientTimes = serviceRef<ClientTimes>('clientTimes')
