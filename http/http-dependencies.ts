import type { AwilixContainer } from 'awilix/browser'
import type {
  AccessControl,
  AnalyticsStore,
  PublicLinkControl,
  Log,
  OutsideTokens,
  ReadSetting,
  RecordStore,
  Settings,
  TryCounter,
} from '../contract/index.js'
import type { EventBus } from '../core/kernel/events/bus.js'
import type { Registry } from '../core/kernel/registries.js'
import type { MetricFinder } from './find-metric.js'
import type { Instruments } from './instruments.js'
import type { RateLimits } from './rate-limit.js'
import type { ValidatorsOf } from './validators.js'

/** The parts of the service's container that HTTP uses. */
export interface HttpDependencies {
  readonly settings: Settings
  readonly setting: ReadSetting
  readonly log: Log
  readonly clock: () => number
  readonly newId: (prefix: string) => string
  readonly tokenKey: Uint8Array
  readonly analytics: AnalyticsStore
  readonly records: RecordStore
  readonly registry: Registry
  readonly events: EventBus
  readonly instruments: Instruments
  readonly validators: ValidatorsOf
  readonly findMetric: MetricFinder
  readonly rateLimits: RateLimits
  readonly accessControl: AccessControl
  /** Null if no plugin issues public links. */
  readonly publicLinkControl: PublicLinkControl | null
  /** Null if no plugin accepts tokens of an identity provider. */
  readonly outsideTokens: OutsideTokens | null
  /** Null if no plugin counts attempts across processes. */
  readonly tries: TryCounter | null
}

export type HttpContainer = AwilixContainer<HttpDependencies>
