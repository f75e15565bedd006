import type { ExportImporter, ImportMembers } from '../../contract/index.js'
import { idOf, objectOf } from './members.js'

export const posthog: ExportImporter = {
  name: 'posthog',
  summary: 'events of PostHog, from an export or a table',
  recognizes: (item) => ['uuid', 'event', 'distinct_id', 'properties'].every((name) => name in item),
  convert: posthogEvents,
  // An event may become several lines, and the service stores at most 10,000 of a request.
  endpoint: {
    path: '/posthog/batch/',
    most: 2_000,
    body: (items) => `{"historical_migration":true,"batch":[${items.join(',')}]}`,
  },
}

/**
 * Converts a row of PostHog events, from an export or a table, to an event of its capture API, which the
 * service's PostHog endpoint interprets.
 */
function posthogEvents(item: ImportMembers, fallback: string): readonly object[] {
  const properties = objectOf(item['properties'], 'properties')
  const set = objectOf(item['set'] ?? item['person_properties'], 'person_properties')
  return [
    {
      uuid: idOf(item['uuid']) ?? fallback,
      event: item['event'],
      distinct_id: item['distinct_id'],
      timestamp: timeOf(item['timestamp']),
      properties,
      ...(Object.keys(set).length > 0 && properties['$set'] === undefined ? { $set: set } : {}),
    },
  ]
}

/** Tables have `2026-01-05 10:00:00.123456+00:00`. */
const timeOf = (value: unknown): unknown => (typeof value === 'string' ? value.replace(' ', 'T') : value)
