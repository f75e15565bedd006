import type {
  Batch,
  ContextRow,
  EventRow,
  LinkRow,
  LogRow,
  MetricRow,
  TraitRow,
} from '../../core/contract/index.js'
import type { ContextValues } from './context.js'
import { labelNames, seriesKey } from './metric-series.js'

/** An event whose context is not whole yet. Enrichment makes it so, and takes away what is no column. */
export interface OpenEvent extends EventRow {
  /** What is known of its sender, for where nothing else is told. */
  readonly beneath?: ContextValues
  /** Of what context in its own request it has the columns: what was stored before that is over. */
  readonly stood?: { readonly device: boolean; readonly session: boolean }
}

export type DraftEvent = Omit<OpenEvent, 'seq'>
export type DraftLog = Omit<LogRow, 'seq'>
export type DraftTrait = Omit<TraitRow, 'seq'>
export type DraftContext = Omit<ContextRow, 'seq'>
export type DraftMetric = Omit<MetricRow, 'seq' | 'series' | 'label_names'>

/** A batch that has no place in the order of storing yet; a Batch is one too (its `seq` is given anew). */
export interface PendingBatch {
  readonly events: readonly DraftEvent[]
  readonly logs: readonly DraftLog[]
  readonly links: readonly LinkRow[]
  readonly traits: readonly DraftTrait[]
  readonly contexts: readonly DraftContext[]
  readonly metrics: readonly DraftMetric[]
}

export const emptyPendingBatch: PendingBatch = Object.freeze({
  events: [],
  logs: [],
  links: [],
  traits: [],
  contexts: [],
  metrics: [],
})

export function numbered(draft: PendingBatch, nextSeq: () => number): Batch {
  const number = <R extends object>(rows: readonly R[]): readonly (R & { readonly seq: number })[] =>
    rows.map((row) => ({ ...row, seq: nextSeq() }))
  return {
    events: draft.events.map((event) => numberedEvent(event, nextSeq())),
    logs: number(draft.logs),
    links: draft.links,
    traits: number(draft.traits),
    contexts: number(draft.contexts),
    metrics: number(draft.metrics).map((row) => ({
      ...row,
      label_names: labelNames(row.labels),
      series: seriesKey(row),
    })),
  }
}

/** By name: far cheaper than a spread, and every event that is stored passes here. */
function numberedEvent(event: DraftEvent, seq: number): OpenEvent {
  if (event.beneath !== undefined || event.stood !== undefined) return { ...event, seq }
  const { timestamp, event_name, device_id, session_id, user_id, message_id, context, properties } = event
  return { timestamp, event_name, device_id, session_id, user_id, message_id, seq, context, properties }
}

export const rowsIn = (draft: PendingBatch): number =>
  Object.values<readonly object[]>({ ...draft }).reduce((sum, rows) => sum + rows.length, 0)

/** About how many bytes a draft, or a part of one, holds: what the queues are bounded by. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 3
  if (typeof value !== 'object' || value === null) return 8
  let size = 2
  const members = value as Readonly<Record<string, unknown>>
  for (const name in members) size += name.length + 4 + sizeOf(members[name])
  return size
}
