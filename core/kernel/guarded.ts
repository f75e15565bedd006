import { columnsOf, ServiceError, type OperatorDefinition, type Relation } from '../../contract/index.js'
import type { AnyMetric } from './definitions.js'
import { blamed, RegistrationError } from './registration-error.js'

/**
 * These wrap the functions of a definition that run while questions are answered, by whatever route. An error that is
 * not for the caller then names the plugin and the definition.
 */

/** A metric that names its plugin in its errors, and if its plan is no plan for its answer. */
export function guardedMetric(plugin: string, metric: AnyMetric): AnyMetric {
  const inside = <T>(run: () => T): T => blamingUnlessAnswer(plugin, `metric ${metric.key}`, run)
  const { breakdown, dimensions, argument } = metric
  return Object.freeze({
    ...metric,
    plan: (question, params) => inside(() => fitting(metric, metric.plan(question, params))),
    ...(metric.people !== undefined && {
      people: (question, params, point) => inside(() => metric.people?.(question, params, point) as Relation),
    }),
    ...(breakdown && { breakdown: (params) => inside(() => breakdown.call(metric, params)) }),
    ...(dimensions && { dimensions: (params) => inside(() => dimensions.call(metric, params)) }),
    ...(typeof argument === 'object' && {
      argument: { ...argument, read: (text) => inside(() => argument.read(text)) },
    }),
  } satisfies AnyMetric)
}

const wanted = { series: ['bucket', 'value'], top: ['label', 'count'], page: [], list: [] } as const

function fitting({ answer }: AnyMetric, plan: Relation): Relation {
  if (!isRelation(plan)) throw new Error('plan must return a relation')
  const columns = columnsOf(plan)
  for (const name of wanted[answer])
    if (!(name in columns))
      throw new Error(`its plan must have a column ${name}, because its answer is ${answer}`)
  return plan
}

const isRelation = (value: unknown): value is Relation =>
  typeof value === 'object' && value !== null && 'kind' in value

/** An operator that names its plugin in the errors of its lowering, and if that returns no relation. */
export function guardedOperator(plugin: string, operator: OperatorDefinition): OperatorDefinition {
  const subject = `operator ${operator.name}`
  return Object.freeze({
    ...operator,
    lower(node) {
      const lowered = blamingUnlessAnswer(plugin, subject, () => operator.lower(node))
      if (!isRelation(lowered)) throw new RegistrationError(plugin, subject, 'lower must return a relation')
      return lowered
    },
  } satisfies OperatorDefinition)
}

/** A ServiceError is the plugin's answer to the caller, not a fault. */
function blamingUnlessAnswer<T>(plugin: string, subject: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw blamed(plugin, subject, error)
  }
}
