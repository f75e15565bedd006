import { loadSettings } from '../config/load.js'
import type { AnalyticsStore, Relation, WorkspaceRef } from '../contract/index.js'
import { declaredSettings } from '../app/declared-settings.js'
import { loadRegistry } from '../app/load-registry.js'
import { createService } from '../app/service.js'
import { builtInPlugins } from '../plugins/index.js'
import type { RecordConnection } from '../storage-adapters/postgres/records/connection.js'
import { createRecordStore } from '../storage-adapters/postgres/records/store.js'
import { today, dayMs } from './days.js'
import { quiet } from './engine.js'

/** A request as a client sends it: a path below /api/v1, with a body if it is a POST. */
export interface Request {
  readonly path: string
  readonly body?: object
}

export interface BenchService {
  readonly base: string
  /** The path of each metric below /api/v1, with its parameters as :name. */
  readonly metricPaths: readonly string[]
  workspace(slug: string): Promise<BenchWorkspace>
  close(): Promise<void>
}

export interface BenchWorkspace {
  readonly ref: WorkspaceRef
  readonly headers: Readonly<Record<string, string>>
  readonly ingestKey: string
  ask(request: Request): Promise<unknown>
  /** The plans whose rows answered a request. */
  plansOf(request: Request): Promise<readonly Relation[]>
}

const admin = { email: 'bench@example.com', password: 'a bench password' }

/** The record database, and the engines that end with the service if it cannot start. */
export interface ServiceEngines {
  readonly postgres: RecordConnection
  stop(): Promise<void>
}

interface BenchOptions {
  /** None unless given: the bench measures the engine. */
  readonly cacheMegabytes?: number
  readonly clock?: () => number
  readonly environment?: Readonly<Record<string, string>>
}

/**
 * Starts the whole service over a store, listening on this machine; it closes the store. If it cannot start,
 * the engines end.
 */
export async function benchService(
  engines: ServiceEngines,
  store: AnalyticsStore,
  options: BenchOptions = {},
): Promise<BenchService> {
  try {
    return await startService(engines, store, options)
  } catch (error) {
    await engines.stop()
    throw error
  }
}

async function startService(
  engines: ServiceEngines,
  store: AnalyticsStore,
  { cacheMegabytes = 0, clock = () => today + dayMs - 1, environment = {} }: BenchOptions,
): Promise<BenchService> {
  const seen: Relation[] = []
  const registry = loadRegistry(builtInPlugins)
  const service = await createService({
    settings: loadSettings({
      declared: declaredSettings(registry),
      environment: {
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        QUERY_TIMEOUT: '600',
        RESULT_CACHE: String(cacheMegabytes),
        ...environment,
      },
      file: null,
      directory: '/tmp',
    }),
    registry,
    analytics: {
      ...store,
      compile(workspace, plan, facts) {
        seen.push(plan)
        return store.compile(workspace, plan, facts)
      },
    },
    records: createRecordStore({ ...engines.postgres, log: quiet }),
    log: quiet,
    clock,
    tokenKey: Buffer.from('a key of the bench, of more than thirty-two bytes'),
  })
  const { port } = await service.listen(0, '127.0.0.1')
  const base = `http://127.0.0.1:${port}`
  const call = async ({ path, body }: Request, headers: Record<string, string>): Promise<unknown> => {
    const response = await fetch(`${base}/api/v1/${path}`, {
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { data?: unknown }
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer.data
  }
  const { token } = (await call({ path: 'auth/login', body: admin }, {})) as { token: string }
  const authorization = `Bearer ${token}`

  let made = 0
  return {
    base,
    metricPaths: [...service.registry.metrics.values()].map(
      ({ definition }) => `metrics/${definition.path ?? definition.key}`,
    ),
    async workspace(slug) {
      const body = { name: slug, slug }
      const { id } = (await call({ path: 'user/workspaces', body }, { authorization })) as { id: string }
      const wanted = { workspace_id: id, name: 'bench', kind: 'ingest' }
      const key = await call({ path: 'admin/workspace/keys', body: wanted }, { authorization })
      const headers = { authorization, 'x-workspace-id': id }
      const ask = (request: Request): Promise<unknown> => call(request, headers)
      made += 1
      return {
        ref: { id, number: made },
        headers,
        ingestKey: (key as { key: string }).key,
        ask,
        async plansOf(request) {
          seen.length = 0
          await ask(request)
          return [...seen]
        },
      }
    },
    close: () => service.close({ drainMilliseconds: 100 }),
  }
}
