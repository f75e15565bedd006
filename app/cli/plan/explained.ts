import { expand } from '../../../core/run/expand.js'
import { askStore, explainPlan } from '../../../core/run/ask-store.js'
import { plainDefaults, type ExplainedPlan, type Relation, type Settings } from '../../../contract/index.js'
import type { Registry } from '../../../core/kernel/registries.js'
import { buildContainer } from '../../container.js'
import { queryLimits } from '../../query-limits.js'
import { createRandomId } from '../../random-id.js'
import { unknownWorkspace } from '../../start-error.js'
import { closeAll, openStores } from '../../stores.js'
import { unlessInUse } from '../in-use.js'
import { createLogger } from '../logger.js'
import { findDefaults, findWorkspace } from '../workspaces-repository.js'
import { plansOf, type AskedMetric } from './plans-of.js'

export interface ExplainedPlans {
  readonly engine: string
  readonly plans: readonly ExplainedPlan[]
}

/** No token is issued or checked here. */
const tokenKey = Buffer.alloc(32)

/**
 * Returns the plans of a metric, and how the configured storage would answer each of them for the workspace
 * now.
 */
export async function explainedIn(
  slugOrId: string,
  asked: AskedMetric,
  registry: Registry,
  settings: Settings,
): Promise<ExplainedPlans> {
  const log = createLogger(settings.logLevel, 'stderr')
  const instead = `use its API: GET /api/v1/metrics/explain?metric=${asked.metric}`
  const { analytics, records, stopEngines } = await unlessInUse(
    openStores(settings, log, registry),
    settings,
    instead,
  )
  try {
    const workspace = await findWorkspace(records, slugOrId)
    if (workspace === null) throw unknownWorkspace(slugOrId)
    const limits = queryLimits(settings)
    const expanded = (plan: Relation): Relation => expand(plan, analytics, registry.operators)
    const earliest = (plan: Relation) => askStore(analytics, workspace, expanded(plan), limits)
    const plans: ExplainedPlan[] = []
    const given = {
      settings,
      log,
      analytics,
      records,
      clock: () => asked.now,
      newId: createRandomId(),
      tokenKey,
    }
    const { audiences } = buildContainer(given, registry).cradle
    const defaults = (await findDefaults(records, workspace.id)) ?? plainDefaults
    const place = { workspace, audiences, defaults }
    for (const plan of await plansOf(registry, settings, { ...asked, earliest, place }))
      plans.push({ plan, ...(await explainPlan(analytics, workspace, expanded(plan), limits)) })
    return { engine: analytics.engine, plans }
  } finally {
    await closeAll([analytics, records])
    await stopEngines()
  }
}
