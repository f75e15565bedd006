import type {
  ContextRow,
  ContextSighting,
  DeviceSpan,
  GroupSighting,
  GroupSpan,
  RecallRequest,
  Recalled,
} from '../../contract/index.js'
import type { WorkspaceData } from './workspace-data.js'

/**
 * All sightings of a session within the spans, the latest context
 * of each device and session within its span, and group calls.
 */
export function recallFrom(
  data: WorkspaceData,
  { sessions, contexts, groups = [] }: RecallRequest,
): Recalled {
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
  return { sessions: seen, contexts: latestContexts.map(sighting), groups: groupsFrom(data, groups) }
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

/** All group calls of the workspace. */
export const groupCalls = ({ traits }: WorkspaceData): readonly GroupSighting[] =>
  traits.flatMap(({ device_id, timestamp, seq, traits: { group_type, group_id } }) =>
    typeof group_type === 'string' && typeof group_id === 'string'
      ? [{ device_id, timestamp, seq, group_type, group_id }]
      : [],
  )

/** All calls before a span count as one time, so that the last of them stays. */
function groupsFrom(data: WorkspaceData, spans: readonly GroupSpan[]): readonly GroupSighting[] {
  if (spans.length === 0) return []
  const starts = new Map(spans.map(({ device_id, from }) => [device_id, from]))
  const found = new Map<string, GroupSighting>()
  for (const call of groupCalls(data).toSorted((a, b) => a.timestamp - b.timestamp || a.seq - b.seq)) {
    const from = starts.get(call.device_id)
    if (from === undefined) continue
    found.set(JSON.stringify([call.device_id, call.group_type, Math.max(call.timestamp, from)]), call)
  }
  return [...found.values()]
}
