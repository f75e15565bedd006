import { randomBytes } from 'node:crypto'
import { Ajv } from 'ajv'
import type {
  AnalyticsStore,
  Ask,
  Caller,
  JobDefinition,
  JobRun,
  Plugin,
  PluginHost,
  RecordStore,
  RouteDefinition,
  ServiceDependencies,
  ServiceRef,
  Settings,
  WorkspaceRef,
  WorkspaceRole,
} from '../../contract/index.js'
import { openDoor } from './load-guard.js'
import { noMeters } from './no-meters.js'
import { silentLog } from './silent-log.js'

type AnyRoute = Pick<
  RouteDefinition<never, never, never>,
  'method' | 'path' | 'status' | 'access' | 'rateLimit'
> & {
  readonly body?: object
  readonly query?: object
  readonly response?: object
  readonly handle: (ask: Ask, input: object) => Promise<unknown>
}

export interface Call {
  readonly caller?: Caller | null
  readonly workspace?: WorkspaceRef | null
  readonly role?: WorkspaceRole | null
  readonly params?: object
  readonly query?: object
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface OpenPlugins {
  readonly routes: ReadonlyMap<string, AnyRoute>
  readonly dependencies: ServiceDependencies
  /** Advances the clock, which otherwise stands still. */
  readonly advance: (milliseconds: number) => void
  readonly use: <T extends object>(ref: ServiceRef<T>) => T
  /** Runs a job once, without a lease. */
  readonly runJob: (name: string) => Promise<void>
  /**
   * Calls a handler ('POST /api/v1/auth/login') with input that its schemas accept; its response must match
   * its schema.
   */
  readonly call: (route: string, call?: Call) => Promise<unknown>
}

export interface OpenParts {
  readonly records: RecordStore
  readonly settings?: Partial<Settings>
  readonly analytics?: Partial<AnalyticsStore>
  readonly emit?: ServiceDependencies['emit']
}

export const tokenKey = new TextEncoder().encode('a key for tests, of thirty-two bytes or more')

const newId = (prefix: string): string => prefix + randomBytes(18).toString('base64url').slice(0, 22)

/** Registers plugins, migrates their tables and creates their services, without the core. */
export async function openPlugins(plugins: readonly Plugin[], given: OpenParts): Promise<OpenPlugins> {
  let now = Date.UTC(2026, 0, 15, 12, 0, 0, 250)
  const routes = new Map<string, AnyRoute>()
  const makers = new Map<string, (dependencies: ServiceDependencies) => object>()
  const services = new Map<string, object>()
  const jobs = new Map<string, JobDefinition>()
  const migrations: (readonly [string, URL])[] = []

  const use = <T extends object>(ref: ServiceRef<T>): T => {
    const service = services.get(ref.name) ?? makers.get(ref.name)?.(dependencies)
    if (service === undefined) throw new Error(`no service ${ref.name}`)
    services.set(ref.name, service)
    return service as T
  }
  const defaults = new Map<string, unknown>()
  const setting = (({ name }) =>
    given.settings?.declared?.[name] ?? defaults.get(name) ?? null) as ServiceDependencies['setting']
  const dependencies: ServiceDependencies = {
    setting,
    settings: {
      host: '127.0.0.1',
      tokenTtl: 3600,
      sessionMaxAge: 2_592_000,
      trustProxy: 0,
      allowedHosts: [],
      adminEmail: null,
      adminPassword: null,
      publicUrl: null,
      adminSetsPasswords: false,
      declared: {},
      ...given.settings,
    } as Settings,
    records: given.records,
    analytics: (given.analytics ?? {}) as AnalyticsStore,
    log: silentLog,
    clock: () => now,
    newId,
    tokenKey,
    loadGuard: openDoor,
    meters: noMeters,
    emit: given.emit ?? (() => undefined),
    use,
    find: (ref) => (services.has(ref.name) || makers.has(ref.name) ? use(ref) : null),
  }
  for (const plugin of plugins) {
    const host: Partial<PluginHost> = {
      route: (definition) => void routes.set(`${definition.method} ${definition.path}`, definition as never),
      examples: () => undefined,
      command: () => undefined,
      check: () => undefined,
      setting: ({ name, default: value }) => void defaults.set(name, value),
      on: () => undefined,
      channel: () => undefined,
      service: (ref, make) => void makers.set(ref.name, make),
      job: (definition) => void jobs.set(definition.name, definition),
      migrations: (directory) => void migrations.push([plugin.name, directory]),
    }
    plugin.register(host as PluginHost)
  }
  for (const [plugin, directory] of migrations) await given.records.migrate(plugin, directory)

  const ajv = new Ajv({ strict: false })
  const check = (schema: object | undefined, value: unknown, what: string): void => {
    if (schema !== undefined && !ajv.validate(schema, value)) throw new Error(`${what}: ${ajv.errorsText()}`)
  }

  return {
    routes,
    dependencies: dependencies,
    advance: (milliseconds) => void (now += milliseconds),
    use,
    async runJob(name) {
      const job = jobs.get(name)
      if (job === undefined) throw new Error(`no job ${name}`)
      const { signal } = new AbortController()
      const { transaction } = given.records
      const run: JobRun = { ...dependencies, scheduledAt: now, token: 1, signal, transaction }
      await job.run(run)
    },
    async call(name, wanted = {}) {
      const {
        caller = null,
        workspace = null,
        role = null,
        params = {},
        query = {},
        body,
        headers = {},
      } = wanted
      const route = routes.get(name)
      if (route === undefined) throw new Error(`no route ${name}`)
      check(route.query, query, 'query')
      check(route.body, body, 'body')
      const ask: Ask = {
        requestId: 'request',
        now,
        address: '127.0.0.1',
        log: silentLog,
        records: given.records,
        settings: dependencies.settings,
        setting,
        signal: new AbortController().signal,
        use,
        emit: dependencies.emit,
        caller,
        workspace,
        role,
      }
      const answer = await route.handle(ask, { params, query, body, headers, queryString: '' })
      check(route.response, answer, 'response')
      return answer
    },
  }
}
