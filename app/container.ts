import {
  asFunction,
  asValue,
  createContainer,
  InjectionMode,
  type AwilixContainer,
  type Resolver,
} from 'awilix/browser'
import {
  accessControl,
  apiDescription,
  audiences,
  calculatedProperties,
  loadGuard,
  outsideTokens,
  publicLinkControl,
  questionLibrary,
  statementGuard,
  tryCounter,
  type ApiDescription,
  type Ask,
  type AudienceSource,
  type CalculatedSource,
  type Limits,
  type LoadGuard,
  type QuestionLibrary,
  type ServiceDependencies,
  type ServiceRef,
  type StatementGuard,
} from '../contract/index.js'
import { createApiDescription } from '../http/api-description.js'
import { createAsk } from '../http/ask.js'
import { closedRoutes } from '../http/closed-routes.js'
import type { RequestCradle } from '../http/context.js'
import { createMetricFinder } from '../http/find-metric.js'
import { routeTable } from '../http/route-table.js'
import { createRateLimits } from '../http/rate-limit.js'
import { createSavedQuestions, type SavedQuestions } from '../http/saved-questions.js'
import type { HttpDependencies } from '../http/http-dependencies.js'
import { createInstruments } from './instruments/instruments.js'
import { createEventBus } from '../core/kernel/events/bus.js'
import { hookedRecords } from '../core/kernel/events/commit-hooks.js'
import { validatorsOf } from '../http/validators.js'
import { createLanes, type Lanes } from '../core/run/queue/lanes.js'
import { createResultCache } from '../core/run/result-cache.js'
import { createRunner, type Runner } from '../core/run/run-plan.js'
import { createTurns } from '../core/run/turns.js'
import type { Registry, ServiceEntry } from '../core/kernel/registries.js'
import { createSettingReader } from '../core/kernel/setting-reader.js'
import { builtInPlugins } from '../plugins/index.js'
import { queryLimits } from './query-limits.js'

/** The parts of a service that come from outside. */
export type Given = Pick<
  HttpDependencies,
  'settings' | 'log' | 'clock' | 'newId' | 'tokenKey' | 'analytics' | 'records'
>

/** Everything that can be resolved. Plugins' services are registered beside these as `service:<name>`. */
export interface Cradle extends Given, HttpDependencies {
  readonly limits: Limits
  readonly lanes: Lanes
  readonly runner: Runner
  readonly statementGuard: StatementGuard
  readonly savedQuestions: SavedQuestions
  readonly use: ServiceDependencies['use']
  readonly find: ServiceDependencies['find']
  /** Null if no plugin manages audiences. */
  readonly audiences: AudienceSource | null
  /** Null if no plugin manages calculated properties. */
  readonly calculated: CalculatedSource | null
  /** Null if no plugin saves questions. */
  readonly questionLibrary: QuestionLibrary | null
}

export type Container = AwilixContainer<Cradle>

/** Whose schemas a test has compiled (app/schemas.test.ts). */
const known = new Set(['core', ...builtInPlugins.map(({ name }) => name)])

/**
 * Builds the container. It is strict, so that no singleton can keep data of one request; errors contain the
 * resolution path.
 */
export function buildContainer(given: Given, registry: Registry): Container {
  const container = createContainer<Cradle>({ injectionMode: InjectionMode.PROXY, strict: true })
  const { settings } = given
  container.register({
    settings: asValue(settings),
    setting: asValue(createSettingReader(registry, settings)),
    log: asValue(given.log),
    clock: asValue(given.clock),
    newId: asValue(given.newId),
    tokenKey: asValue(given.tokenKey),
    analytics: asValue(given.analytics),
    records: asValue(hookedRecords(given.records)),
    events: asValue(createEventBus({ handlers: registry.handlers, log: given.log, clock: given.clock })),
    registry: asValue(registry),
    limits: asValue(queryLimits(settings)),
    instruments: asFunction(createInstruments).singleton(),
    validators: asFunction(() => validatorsOf(known)).singleton(),
    lanes: asFunction(({ instruments }: Cradle) => createLanes(settings, instruments.queue)).singleton(),
    runner: asFunction(({ analytics, limits, log, instruments, lanes }: Cradle) => {
      const { operators } = registry
      const cache = createResultCache(settings.resultCache)
      const parts = { queue: lanes.questions, turns: createTurns(), observer: instruments.queries }
      return createRunner({ analytics, operators, limits, log, cache, ...parts })
    }).singleton(),
    statementGuard: asFunction(({ find }: Cradle) => find(statementGuard) ?? admitsAll).singleton(),
    findMetric: asFunction(({ validators }: Cradle) => createMetricFinder(registry, validators)).singleton(),
    rateLimits: asFunction(({ tries, setting }: Cradle) => createRateLimits(tries, setting)).singleton(),
    use: asValue(<T extends object>(ref: ServiceRef<T>) => container.resolve<T>(serviceKey(ref.name))),
    find: asValue(<T extends object>(ref: ServiceRef<T>) =>
      container.hasRegistration(serviceKey(ref.name)) ? container.resolve<T>(serviceKey(ref.name)) : null,
    ),
    accessControl: asFunction(({ use }: Cradle) => use(accessControl)).singleton(),
    outsideTokens: asFunction(({ find }: Cradle) => find(outsideTokens)).singleton(),
    publicLinkControl: asFunction(({ find }: Cradle) => find(publicLinkControl)).singleton(),
    savedQuestions: asFunction(({ findMetric }: Cradle) =>
      createSavedQuestions(registry, findMetric),
    ).singleton(),
    audiences: asFunction(({ find }: Cradle) => find(audiences)).singleton(),
    calculated: asFunction(({ find }: Cradle) => find(calculatedProperties)).singleton(),
    questionLibrary: asFunction(({ find }: Cradle) => find(questionLibrary)).singleton(),
    tries: asFunction(({ find }: Cradle) => find(tryCounter)).singleton(),
    ask: asFunction((cradle: Cradle & RequestCradle): Ask => createAsk(cradle)).scoped(),
  })
  for (const entry of registry.services.values())
    container.register(serviceKey(entry.name), serviceResolver(entry))
  container.register(serviceKey(apiDescription.name), asFunction(apiDescriptionOf).singleton())
  return container
}

const apiDescriptionOf = ({ registry, settings, setting }: Cradle): ApiDescription =>
  createApiDescription(registry, () => closedRoutes(routeTable(registry), settings, setting))

const admitsAll: StatementGuard = { admitSql: () => undefined }
const throttlesNone: LoadGuard = { admit: () => undefined, appending: () => undefined }

/** The prefix keeps plugins' services from shadowing parts of the core. */
export const serviceKey = (name: string): string => `service:${name}`

function serviceResolver({ plugin, make }: ServiceEntry): Resolver<object> {
  return asFunction((cradle: Cradle) => {
    const { settings, setting, records, analytics, log, clock, newId, tokenKey, use, find } = cradle
    const given = { settings, setting, records, analytics, log, clock, newId, tokenKey, use, find }
    const dependencies: ServiceDependencies = {
      ...given,
      meters: cradle.instruments.meters,
      emit: cradle.events.emitterOf(plugin),
      // Read only on demand: the guard itself is a service with these dependencies.
      get loadGuard() {
        return find(loadGuard) ?? throttlesNone
      },
    }
    return make(Object.freeze(dependencies))
  }).singleton()
}
