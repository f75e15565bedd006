import type {
  ContextRow,
  ContextSighting,
  DeviceSpan,
  RecallRequest,
  Recalled,
} from '../../core/contract/index.js'
import type { WorkspaceData } from './workspace-data.js'

/**
 * All sightings of a session within the spans, and the latest context
 * of each device and session within its span.
 */
export function recallFrom(data: WorkspaceData, { sessions, contexts }: RecallRequest): Recalled {
  const spans = new Map<string, DeviceSpan[]>()
  for (const span of sessions) spans.set(span.device_id, [...(spans.get(span.device_id) ?? []), span])
  const seen = data.events.flatMap(({ device_id, session_id, timestamp }) =>
    session_id !== null && (spans.get(device_id) ?? []).some((span) => isIn(span, timestamp))
      ? [{ device_id, session_id, timestamp }]
      : [],
  )
  const latestContexts = contexts.flatMap((span) => {
    const rows = data.contexts.filter(
      (row) =>
        row.device_id === span.device_id && row.session_id === span.session_id && isIn(span, row.timestamp),
    )
    return rows.reduce<ContextRow | null>(latest, null) ?? []
  })
  return { sessions: seen, contexts: latestContexts.map(sighting) }
}

const isIn = ({ from, to }: DeviceSpan, timestamp: number): boolean => from <= timestamp && timestamp <= to

const latest = (known: ContextRow | null, row: ContextRow): ContextRow =>
  known === null ||
  row.timestamp > known.timestamp ||
  (row.timestamp === known.timestamp && row.seq > known.seq)
    ? row
    : known

const sighting = ({ device_id, session_id, timestamp, context }: ContextRow): ContextSighting => ({
  device_id,
  session_id,
  timestamp,
  context,
})
