import { get, type Call } from '../../api/call.js'
import type { Known } from './known.js'

const most = 1_000
/** Columns that templates use if they have values. */
const columns = ['referrer', 'utm_source', 'utm_campaign', 'country', 'device_type'] as const

const values = (source: string, field: string, limit: number): Call =>
  get(`/api/v1/data/sources/${source}/values/${field}`, { limit })

/** The requests to the catalogue that say what a workspace has; knownOf() reads their answers, in this order. */
export const knownCalls: readonly Call[] = [
  get('/api/v1/data/sources/events/fields', { limit: 5_000 }),
  values('events', 'event_name', most),
  values('logs', 'level', most),
  values('logs', 'service', 1),
  values('metrics', 'name', most),
  ...columns.map((name) => values('events', name, 1)),
]

/** A body of a list of fields, or of values. */
export interface CatalogueBody {
  readonly data: {
    readonly fields?: readonly { readonly name: string }[]
    readonly values?: readonly string[]
  }
}

export function knownOf(bodies: readonly CatalogueBody[]): Known {
  const valuesAt = (index: number): readonly string[] => bodies[index]?.data.values ?? []
  const [fields] = bodies
  const first = knownCalls.length - columns.length
  const filled = columns.filter((_, index) => valuesAt(first + index).length > 0)
  const properties = (fields?.data.fields ?? []).map(({ name }) => name)
  return {
    events: valuesAt(1),
    fields: new Set([...properties.filter((name) => name.startsWith('properties.')), ...filled]),
    levels: valuesAt(2),
    services: valuesAt(3).length > 0,
    metrics: valuesAt(4),
  }
}
