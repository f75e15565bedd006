/**
 * The package's entry `sextant/testing`: services over memory and the laws of metrics, routes and storage adapters, for
 * any test runner. docs/testing.md shows each.
 */
export { fakeClock, type FakeClock } from './clock.js'
export { conformanceLaws, type CaseService, type ConformanceOptions } from './conformance/index.js'
export type { Law } from './law.js'
export { mailCatcher, type CaughtMail, type MailCatcher } from './mail.js'
export { sampleLines, type SampleLine } from './metric-data.js'
export { metricSuite, type MetricLawsOptions, type Suite } from './metric-laws.js'
export { operatorSuite, type OperatorLawsOptions } from './operator-laws.js'
export type { OperatorGround } from './plans/operator-case.js'
export type { Random } from './random.js'
export { randomPlanLaws, type RandomPlansOptions } from './random-plans.js'
export { testRecords, type TestRecordsOptions } from './records.js'
export type { Called, CallOptions } from './request.js'
export { roleLaws, type WalkedRoute } from './role-laws.js'
export { testService, type TestService, type TestServiceOptions, type TestWorkspace } from './service.js'
export { testStorage, type TestStorage, type TestStorageOptions } from './storage.js'
export { storeLaws } from './store-laws.js'
export { storeSuite, type StoreLawsOptions } from './store-suite.js'
export { createMemoryStore } from '../../storage-adapters/memory/store.js'
export { memory as memoryStorage } from '../../storage-adapters/memory/plugin.js'
