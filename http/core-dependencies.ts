import type { AnalyticsStore, RecordStore } from '../contract/index.js'
import type { Registry } from '../core/kernel/registries.js'
import type { Instruments } from './instruments.js'
import type { MetricFinder } from './find-metric.js'
import type { ServedPage } from './served-page.js'

/** The parts of the service that the core's own routes use; plugins have `ask`. */
export interface CoreDependencies {
  readonly registry: Registry
  readonly analytics: AnalyticsStore
  readonly records: RecordStore
  readonly instruments: Instruments
  readonly state: ServiceState
  readonly findMetric: MetricFinder
  /** The pages of plugins. */
  readonly pages: readonly ServedPage[]
}

/** Changed only by the service, as it starts and stops. */
export interface ServiceState {
  phase: 'starting' | 'ready' | 'draining' | 'closed'
}
