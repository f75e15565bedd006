import type {
  AnalyticsStore,
  Limits,
  PropertiesFound,
  PropertySample,
  PropertySource,
  WorkspaceRef,
} from '../../contract/index.js'
import { observed, type RunObserver } from './observed.js'
import type { FairQueue } from './queue/fair-queue.js'
import { limitsAt } from './queue/types.js'
import type { AskedBy } from './run-plan.js'

interface Dependencies {
  readonly analytics: Pick<AnalyticsStore, 'properties'>
  readonly limits: Limits
  readonly observer: RunObserver
  readonly queue: FairQueue
}

interface Asked {
  readonly workspace: WorkspaceRef
  readonly by: AskedBy
  readonly signal: AbortSignal
}

/**
 * Returns the properties in a sample of rows, after waiting for the caller's turn: it is a query like any
 * other.
 */
export const runProperties = (
  { analytics, limits, observer, queue }: Dependencies,
  { workspace, by, signal }: Asked,
  source: PropertySource,
  sample: PropertySample,
): Promise<PropertiesFound> =>
  queue.enter(
    { workspace: workspace.id, ...by },
    null,
    async (place) => {
      try {
        return await observed(observer, signal, () =>
          analytics.properties(workspace, source, sample, limitsAt(place, limits), signal),
        )
      } finally {
        place?.end()
      }
    },
    signal,
  )
