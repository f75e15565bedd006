import {
  accessControl,
  columnsOf,
  PlanError,
  type ColumnType,
  type Relation,
  type WorkspaceRef,
} from '../contract/index.js'
import { planPage, planTop, type AnswerPlans } from '../run/answer-plans.js'
import type { Runner } from '../run/run-plan.js'
import { serviceKey, type Container } from './container.js'
import type { AnyMetric } from './definitions.js'
import { blaming, RegistrationError } from './registration-error.js'
import type { Registered } from './registries.js'
import { samplesOf } from './samples.js'

const nowhere: WorkspaceRef = Object.freeze({ id: 'ws_self_check', number: 0 })

/**
 * Before the first request: everything can be made, access is guarded, and every metric's plan compiles on this very
 * store. Throws an error that names the plugin, service or metric at fault. Asks no storage anything.
 */
export function selfCheck(container: Container): void {
  const { registry, runner, clock } = container.cradle
  if (!registry.services.has(accessControl.name))
    throw new RegistrationError('core', `service ${accessControl.name}`, 'no plugin supplies it')
  for (const { plugin, name } of registry.services.values())
    blaming(plugin, `service ${name}`, () => container.resolve<object>(serviceKey(name)))
  for (const name of ['instruments', 'validators', 'runner', 'accessControl'] as const)
    container.resolve(name)
  for (const entry of registry.metrics.values())
    blaming(entry.plugin, `metric ${entry.definition.key}`, () => checkPlans(entry, runner, clock()))
}

function checkPlans({ definition: metric }: Registered<AnyMetric>, runner: Runner, now: number): void {
  for (const { question, params } of samplesOf(metric, now)) {
    const plan = metric.plan(question, params)
    needColumns(plan, metric)
    for (const part of partsOf(plan, metric)) runner.compile(nowhere, part)
  }
}

function partsOf(plan: Relation, { answer }: AnyMetric): readonly Relation[] {
  switch (answer) {
    case 'series':
      return [plan]
    case 'top':
      return both(planTop(plan, 10))
    case 'page':
      return both(planPage(plan, 100, 0))
  }
}

const both = ({ rows, total }: AnswerPlans): readonly Relation[] => [rows, total]

const wanted = { series: ['bucket', 'value'], top: ['label', 'count'], page: [] } as const

function needColumns(plan: Relation, { answer }: AnyMetric): void {
  const columns: Readonly<Record<string, ColumnType>> = columnsOf(plan)
  for (const name of wanted[answer])
    if (!(name in columns))
      throw new PlanError(`its plan has no column ${name}, as an answer of kind ${answer} needs`)
}
