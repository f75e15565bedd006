import type { TSchema } from 'typebox'
import type { RouteExample } from '../contract/index.js'
import { RegistrationError } from '../core/kernel/registration-error.js'
import type { Registry } from '../core/kernel/registries.js'
import { answerExamples } from './answer-schemas.js'
import { coreExamples } from './core-examples.js'
import { pathOf, peoplePathOf, root } from './metric-schema.js'
import type { CoreRoute } from './route.js'
import { typeWords } from './type-words.js'

/**
 * Returns the examples of all routes by `METHOD /path`: those that the plugins declare, and for a metric
 * without one the form of its answer.
 */
export function examplesOf({ metrics, examples }: Registry): ReadonlyMap<string, RouteExample> {
  const ofMetrics = [...metrics.values()].flatMap(({ definition: metric }) => [
    [`GET ${root}/${pathOf(metric)}`, { response: answerExamples[metric.answer] }] as const,
    ...(metric.people === undefined
      ? []
      : [[`GET ${root}/${peoplePathOf(metric)}`, { response: answerExamples.people }] as const]),
  ])
  const declared = [...examples].map(([route, { definition }]) => [route, definition] as const)
  return new Map<string, RouteExample>([...ofMetrics, ...Object.entries(coreExamples), ...declared])
}

/**
 * Stops the start if a plugin has an example of a route that is not its own, or one with a string in place
 * of a number.
 */
export function checkExamples({ examples }: Registry, routes: readonly CoreRoute[]): void {
  const known = new Map(routes.map((route) => [`${route.definition.method} ${route.definition.path}`, route]))
  for (const [name, { plugin, definition: example }] of examples) {
    const reject = (problem: string): never => {
      throw new RegistrationError(plugin, `example of ${name}`, problem)
    }
    const route = known.get(name)
    if (route?.plugin !== plugin) return reject('the plugin has no such route')
    const { params, query } = route.definition
    const properties = { ...params?.properties, ...query?.properties } as Readonly<Record<string, TSchema>>
    for (const [parameter, text] of Object.entries({ ...example.query, ...example.params })) {
      const { type } = (properties[parameter] ?? {}) as { readonly type?: unknown }
      if (isPlain(type) && !isJson(text)) reject(`${parameter} must be ${typeWords(type)}`)
    }
  }
}

const isPlain = (type: unknown): boolean => type === 'integer' || type === 'number' || type === 'boolean'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
