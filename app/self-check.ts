import {
  accessControl,
  ServiceError,
  type PointRef,
  type Relation,
  type WorkspaceRef,
} from '../contract/index.js'
import { planPage, planTop } from '../core/run/answer-plans.js'
import type { Runner } from '../core/run/run-plan.js'
import { serviceKey, type Container } from './container.js'
import type { AnyMetric } from '../core/kernel/definitions.js'
import { blaming, RegistrationError } from '../core/kernel/registration-error.js'
import type { Registered } from '../core/kernel/registries.js'
import { samplesOf, type Sample } from './samples.js'

const nowhere: WorkspaceRef = Object.freeze({ id: 'ws_self_check', number: 0 })

/**
 * Runs before the first request: every part can be created, access control exists, and every metric's plan
 * compiles on this store, unless `checksPlans` is false. Throws an error that names the plugin, service or metric at
 * fault. Queries no storage.
 */
export function selfCheck(container: Container, checksPlans = true): void {
  const { registry, runner, clock } = container.cradle
  if (!registry.services.has(accessControl.name))
    throw new RegistrationError('core', `service ${accessControl.name}`, 'must be supplied by a plugin')
  for (const { plugin, name } of registry.services.values())
    blaming(plugin, `service ${name}`, () => {
      if (!isObject(container.resolve<unknown>(serviceKey(name))))
        throw new TypeError('make() must return an object')
    })
  for (const name of [
    'instruments',
    'validators',
    'runner',
    'accessControl',
    'audiences',
    'questionLibrary',
  ] as const)
    container.resolve(name)
  if (!checksPlans) return
  for (const entry of registry.metrics.values())
    blaming(entry.plugin, `metric ${entry.definition.key}`, () => checkPlans(entry, runner, clock()))
}

function checkPlans({ definition: metric }: Registered<AnyMetric>, runner: Runner, now: number): void {
  for (const sample of samplesOf(metric, now)) {
    const { question, params } = sample
    const plan = metric.plan(question, params)
    const people = peoplePlans(sample, metric)
    for (const part of [...partsOf(plan, metric), ...people.flatMap(pageOf)]) runner.compile(nowhere, part)
  }
}

const isObject = (value: unknown): boolean =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** A metric may reject a point (such as one without a date), but not all points. */
function peoplePlans({ question, params }: Sample, metric: AnyMetric): readonly Relation[] {
  const refusals: ServiceError[] = []
  const plans = pointsOf({ question, params }, metric).flatMap((point) => {
    try {
      return metric.people?.(question, params, point) ?? []
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      refusals.push(error)
      return []
    }
  })
  const [refusal] = refusals
  if (refusal !== undefined && plans.length === 0) throw refusal
  return plans
}

function partsOf(plan: Relation, { answer }: AnyMetric): readonly Relation[] {
  switch (answer) {
    case 'series':
      return [plan]
    case 'top':
      return [planTop(plan, 10)]
    case 'page':
    case 'list':
      return pageOf(plan)
  }
}

function pageOf(plan: Relation): readonly Relation[] {
  const { rows, total } = planPage(plan, 100, 0)
  return [rows, total]
}

const whole: PointRef = { bucket: null, dimension: null }
/** The whole range, and one point in a bucket or top list, with a dimension if there are any. */
function pointsOf({ question, params }: Sample, { answer, dimensions }: AnyMetric): readonly PointRef[] {
  const split = question.breakdown !== null || dimensions !== undefined || answer === 'top'
  const dimension = dimensions?.(params)[0] ?? 'sample'
  return [whole, { bucket: answer === 'top' ? null : 0, dimension: split ? dimension : null }]
}
