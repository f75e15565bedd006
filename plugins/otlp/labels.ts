import type { JsonValue } from '../../contract/index.js'
import { longest, type Attributes, type Sender } from './resource.js'

export type Labels = Readonly<Record<string, string>>

/**
 * Attributes that describe a resource but do not identify it. `process.pid` and `service.instance.id` identify it:
 * without them the counters of two processes would form one that jumps up and down.
 */
const descriptive =
  /^(telemetry\.|os\.|host\.|process\.(?!pid$)|service\.version$|container\.(image|command|runtime)|cloud\.)/

/** The labels of all points of a sender: the attributes that identify its resource, and the scope's name. */
export function senderLabels({ resource, scopeName }: Sender): Labels {
  const labels = Object.entries(resource).flatMap(([name, value]) => {
    const text = typeof value === 'object' ? '' : String(value)
    return descriptive.test(name) || text === '' || text.length > longest ? [] : [[name, text] as const]
  })
  return Object.fromEntries<string>([
    ...labels,
    ...(scopeName === '' ? [] : [['otel.scope.name', scopeName] as const]),
  ])
}

/** Adds the point's attributes, which take precedence; values other than strings are written as JSON. */
export const pointLabels = (common: Labels, attributes: Attributes): Labels =>
  Object.fromEntries<string>([
    ...Object.entries(common),
    ...[...attributes].flatMap(([name, value]) =>
      value === null || value === '' ? [] : [[name, labelText(value)] as const],
    ),
  ])

const labelText = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value))
