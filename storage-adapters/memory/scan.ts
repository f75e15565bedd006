import {
  contextColumns,
  sources,
  type EventRow,
  type MetricRow,
  type Row,
  type SourceName,
} from '../../contract/index.js'
import type { WorkspaceData } from './workspace-data.js'

/**
 * The `scan` operator: the rows of a source with from ≤ timestamp < to, with exactly its
 * logical columns. A bound that is null does not apply. `person` and `user_id` come from
 * the link of the device, also for rows before the link.
 */
export function scanRows(
  data: WorkspaceData,
  source: SourceName,
  from: number | null,
  to: number | null,
): readonly Row[] {
  const inside = ({ timestamp }: { readonly timestamp: number }): boolean =>
    (from === null || from <= timestamp) && (to === null || timestamp < to)
  switch (source) {
    case 'events':
      return data.events.filter(inside).map((event) => ({
        timestamp: event.timestamp,
        event_name: event.event_name,
        device_id: event.device_id,
        session_id: event.session_id,
        user_id: userOf(data, event.device_id),
        ...contextOf(event.context),
        properties: event.properties,
        seq: event.seq,
        person: personOf(data, event.device_id),
        session: event.session_id,
      }))
    case 'logs':
      return data.logs.filter(inside).map((log) => ({
        timestamp: log.timestamp,
        level: log.level,
        service: log.service,
        source: log.source,
        message: log.message,
        session_id: log.session_id,
        seq: log.seq,
      }))
    case 'traits':
      return data.traits.filter(inside).map((item) => ({
        timestamp: item.timestamp,
        device_id: item.device_id,
        user_id: userOf(data, item.device_id),
        traits: item.traits,
        seq: item.seq,
        person: personOf(data, item.device_id),
      }))
    case 'contexts':
      return data.contexts.filter(inside).map((item) => ({
        timestamp: item.timestamp,
        device_id: item.device_id,
        session_id: item.session_id,
        user_id: userOf(data, item.device_id),
        ...contextOf(item.context),
        properties: item.properties,
        seq: item.seq,
        person: personOf(data, item.device_id),
      }))
    case 'links':
      return [...data.links.values()].filter(inside).map((link) => ({ ...link }))
    case 'metrics':
      return data.metrics.filter(inside).map(pointOf)
    case 'metric_buckets':
      return data.metrics
        .filter(inside)
        .flatMap((metric) =>
          metric.buckets.map(({ le, count }) => ({ ...pointOf(metric), le, observations: count })),
        )
  }
}

const contextOf = (context: EventRow['context']): Row =>
  Object.fromEntries(contextColumns.map((name) => [name, emptyToNull(context[name])]))

const pointOf = (metric: MetricRow): Row =>
  Object.fromEntries(
    Object.keys(sources.metrics).map((name) => [name, metric[name as keyof typeof sources.metrics]]),
  )

/** The user that the device is linked to, or null. The user_id sent with an event is not read. */
const userOf = (data: WorkspaceData, device: string): string | null => data.links.get(device)?.user_id ?? null

/** The person of a device, prefixed by kind: a user and a device may have the same id. */
function personOf(data: WorkspaceData, device: string): string {
  const user = userOf(data, device)
  return user === null ? `d:${device}` : `u:${user}`
}

const emptyToNull = (value: string | undefined): string | null =>
  value === undefined || value === '' ? null : value
