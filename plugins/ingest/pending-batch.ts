import type {
  Batch,
  ContextRow,
  EventRow,
  LinkRow,
  LogRow,
  MetricRow,
  TraitRow,
} from '../../contract/index.js'
import type { ContextValues } from './context.js'
import { labelNames, seriesKey } from './metric-series.js'

/** An event whose context is incomplete. Enrichment completes it and removes the fields that are not columns. */
export interface OpenEvent extends EventRow {
  /** Columns known of its sender; they fill what no other source gives. */
  readonly fallback?: ContextValues
  /** Contexts of this request that are already merged in; stored ones must not override them. */
  readonly merged?: { readonly device: boolean; readonly session: boolean }
}

export type DraftEvent = Omit<OpenEvent, 'seq'>
export type DraftLog = Omit<LogRow, 'seq'>
export type DraftTrait = Omit<TraitRow, 'seq'>
export type DraftContext = Omit<ContextRow, 'seq'>
export type DraftMetric = Omit<MetricRow, 'seq' | 'series' | 'label_names'>

/** A batch without `seq`, its place in the order of storing. A Batch is one too; its `seq` is assigned again. */
export interface PendingBatch {
  readonly events: readonly DraftEvent[]
  readonly logs: readonly DraftLog[]
  readonly links: readonly LinkRow[]
  readonly traits: readonly DraftTrait[]
  readonly contexts: readonly DraftContext[]
  readonly metrics: readonly DraftMetric[]
  /** Events and traits in the order of their lines, if that tells them apart at equal times. */
  readonly order?: readonly (DraftEvent | DraftTrait)[]
}

export const emptyPendingBatch: PendingBatch = Object.freeze({
  events: [],
  logs: [],
  links: [],
  traits: [],
  contexts: [],
  metrics: [],
})

/** The batch with `seq` on every row, and the series of every metric. */
export function numbered(draft: PendingBatch, nextSeq: () => number): Batch {
  const places = new Map<object, number>((draft.order ?? []).map((row) => [row, nextSeq()]))
  const seqOf = (row: object): number => places.get(row) ?? nextSeq()
  const number = <R extends object>(rows: readonly R[]): readonly (R & { readonly seq: number })[] =>
    rows.map((row) => ({ ...row, seq: seqOf(row) }))
  return {
    events: draft.events.map((event) => numberedEvent(event, seqOf(event))),
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

/** Copies by name: every stored event passes here, and a spread is much slower. */
function numberedEvent(event: DraftEvent, seq: number): OpenEvent {
  if (event.fallback !== undefined || event.merged !== undefined) return { ...event, seq }
  const { timestamp, event_name, device_id, session_id, user_id, message_id, context, properties } = event
  return { timestamp, event_name, device_id, session_id, user_id, message_id, seq, context, properties }
}

/** Number of rows of all kinds. */
export const rowsIn = ({ events, logs, links, traits, contexts, metrics }: PendingBatch): number =>
  [events, logs, links, traits, contexts, metrics].reduce((sum, rows) => sum + rows.length, 0)

/** Approximate size of a draft, or of a part of one, in bytes; queues are bounded by it. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 3
  if (typeof value !== 'object' || value === null) return 8
  let size = 2
  const members = value as Readonly<Record<string, unknown>>
  for (const name in members) size += name.length + 4 + sizeOf(members[name])
  return size
}
