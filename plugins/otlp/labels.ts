import type { JsonValue } from '../../core/contract/index.js'
import { longest, type Attributes, type Sender } from './resource.js'

export type Labels = Readonly<Record<string, string>>

/**
 * Attributes of a resource that describe and do not tell it from others. `process.pid` and `service.instance.id` do:
 * without them the counters of two processes would be one that jumps up and down.
 */
const descriptive =
  /^(telemetry\.|os\.|host\.|process\.(?!pid$)|service\.version$|container\.(image|command|runtime)|cloud\.)/

/** The labels that all points of a sender have: what tells its resource from others, and the scope's name. */
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

/** With the point's own attributes, which win; what is no text is written as JSON. */
export const pointLabels = (common: Labels, attributes: Attributes): Labels =>
  Object.fromEntries<string>([
    ...Object.entries(common),
    ...[...attributes].flatMap(([name, value]) =>
      value === null || value === '' ? [] : [[name, labelText(value)] as const],
    ),
  ])

const labelText = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value))
