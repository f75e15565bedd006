import { idOf, objectOf, type Members } from './members.js'

/**
 * Converts a row of PostHog events, from an export or a table, to an event of its capture API, which the
 * service's PostHog endpoint interprets.
 */
export function posthogEvents(item: Members, fallback: string): readonly object[] {
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
