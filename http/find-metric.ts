import { closest } from 'fastest-levenshtein'
import { invalid } from '../contract/index.js'
import type { AnyMetric } from '../core/kernel/definitions.js'
import { blaming } from '../core/kernel/registration-error.js'
import type { Registry } from '../core/kernel/registries.js'
import { noPeople } from '../core/run/run-people.js'
import { metricParameters, type MetricRouteKind } from './metric-schema.js'
import type { Validator, ValidatorsOf } from './validators.js'

/** A metric and its validated, defaulted parameters. */
export interface FoundMetric {
  readonly metric: AnyMetric
  readonly parameters: object
}

/**
 * Finds a metric by `<key>` or `<key>:<argument>` and validates its parameters, given as strings. Throws a
 * 422 on any error.
 */
export type MetricFinder = (
  asked: string,
  parameters: Readonly<Record<string, string>>,
  of?: MetricRouteKind,
) => FoundMetric

/** Compiling validators is slow, so each metric's are made once, at boot. */
export function createMetricFinder({ metrics }: Registry, validators: ValidatorsOf): MetricFinder {
  const compiled = new Map<string, Validator>()
  for (const [key, { plugin, definition }] of metrics)
    for (const of of ['answer', 'people'] as const) {
      if (of === 'people' && definition.people === undefined) continue
      const compile = (): Validator =>
        validators(plugin).ofTexts(metricParameters(definition, of), 'parameter')
      compiled.set(`${of} ${key}`, blaming(plugin, `metric ${key}`, compile))
    }
  return (asked, parameters, of = 'answer') => {
    const { metric, argument } = find(metrics, asked)
    const check = compiled.get(`${of} ${metric.key}`)
    if (!check) throw invalid('metric', noPeople(metric.key))
    return { metric, parameters: check(withArgument(metric, argument, parameters)) as object }
  }
}

interface Asked {
  readonly metric: AnyMetric
  readonly argument: string | null
}

function find(metrics: Registry['metrics'], asked: string): Asked {
  const colon = asked.indexOf(':')
  const key = colon === -1 ? asked : asked.slice(0, colon)
  const found = metrics.get(key)
  if (found) return { metric: found.definition, argument: colon === -1 ? null : asked.slice(colon + 1) }
  const known = [...metrics.keys()]
  const hint = known.length > 0 ? `; did you mean ${closest(key, known)}?` : ''
  throw invalid('metric', `unknown metric ${JSON.stringify(key.slice(0, 60))}${hint}`)
}

function withArgument(
  { key, argument: form }: AnyMetric,
  argument: string | null,
  parameters: Readonly<Record<string, string>>,
): Record<string, string> {
  if (argument === null) return { ...parameters }
  if (form === undefined) throw invalid('metric', `metric ${key} takes no argument`)
  if (argument === '') throw invalid('metric', `metric ${key} requires an argument after the colon`)
  const read = typeof form === 'string' ? { [form]: argument } : form.read(argument)
  for (const name of Object.keys(read))
    if (name in parameters) throw invalid(name, `${name} is given twice; give it in metric or as a parameter`)
  return { ...parameters, ...read }
}
