import type { EventRow } from '../../rows/event-line.js'
import type { Keyed } from '../../rows/key-rows.js'

export interface SessionEvents {
  readonly key: string
  readonly events: readonly Keyed<EventRow>[]
}

/** Groups consecutive rows of the same session; rows without a session are grouped by day. */
export function sessionsOf(rows: readonly Keyed<EventRow>[]): readonly SessionEvents[] {
  const sessions: { key: string; of: string; events: Keyed<EventRow>[] }[] = []
  for (const keyed of rows) {
    const { session_id, timestamp } = keyed.row
    const of = session_id ?? timestamp.slice(0, 10)
    const last = sessions.at(-1)
    if (last?.of === of) last.events.push(keyed)
    else sessions.push({ key: keyed.key, of, events: [keyed] })
  }
  return sessions
}
