/** One call of a route; ids and secrets of earlier responses are written as the examples show them. */
export interface Step {
  readonly route: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Whose token it is: the platform user's unless given. */
  readonly as?: 'ingest' | 'nobody' | 'guest'
  /** Sends a body that JSON cannot express; the example then has none. */
  readonly bytes?: Uint8Array
  /** The examples' own moment unless given. */
  readonly clock?: 'machine'
}

/** The moment of the examples. */
export const moment = Date.UTC(2026, 2, 10, 12)
