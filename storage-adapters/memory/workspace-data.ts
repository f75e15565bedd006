import type {
  Batch,
  ContextRow,
  EventRow,
  LinkRow,
  LogRow,
  MetricRow,
  TraitRow,
} from '../../contract/index.js'
import { compareText } from './compare.js'

type ItemKind = Exclude<keyof Batch, 'links'>

/** The data of one workspace. */
export interface WorkspaceData {
  readonly events: EventRow[]
  readonly logs: LogRow[]
  readonly traits: TraitRow[]
  readonly contexts: ContextRow[]
  readonly metrics: MetricRow[]
  /** The latest link of each device. */
  readonly links: Map<string, LinkRow>
  /** The stored message ids of each kind of item. */
  readonly messageIds: Readonly<Record<ItemKind, Set<string>>>
}

export const emptyWorkspace = (): WorkspaceData => ({
  events: [],
  logs: [],
  traits: [],
  contexts: [],
  metrics: [],
  links: new Map(),
  messageIds: {
    events: new Set(),
    logs: new Set(),
    traits: new Set(),
    contexts: new Set(),
    metrics: new Set(),
  },
})

/**
 * Stores an immutable copy of the batch. An item whose message_id is already stored for its kind is dropped.
 * A link replaces the device's stored one if its (timestamp, user_id in bytes) is greater.
 */
export function appendBatch(data: WorkspaceData, batch: Batch): void {
  const copy = deepFreeze(structuredClone(batch))
  const isNew = (kind: ItemKind, id: string | null): boolean => {
    if (id === null) return true
    const known = data.messageIds[kind]
    return known.size < known.add(id).size
  }
  for (const event of copy.events) if (isNew('events', event.message_id)) data.events.push(event)
  for (const log of copy.logs) if (isNew('logs', log.message_id)) data.logs.push(log)
  for (const trait of copy.traits) if (isNew('traits', trait.message_id)) data.traits.push(trait)
  for (const context of copy.contexts) if (isNew('contexts', context.message_id)) data.contexts.push(context)
  for (const metric of copy.metrics) if (isNew('metrics', metric.message_id)) data.metrics.push(metric)
  for (const link of copy.links) {
    const known = data.links.get(link.device_id)
    if (known === undefined || isLater(link, known)) data.links.set(link.device_id, link)
  }
}

const isLater = (link: LinkRow, than: LinkRow): boolean =>
  link.timestamp === than.timestamp
    ? compareText(link.user_id, than.user_id) > 0
    : link.timestamp > than.timestamp

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const inner of Object.values(value)) deepFreeze(inner)
  return Object.freeze(value)
}
