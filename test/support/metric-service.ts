import { randomBytes, randomInt } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Test } from 'tap'
import { createService } from '../../app/service.js'
import { loadSettings } from '../../config/load.js'
import {
  accessControl,
  contractNumber,
  definePlugin,
  type AccessControl,
  type Plugin,
  type RecordStore,
  type WorkspaceRef,
} from '../../core/contract/index.js'
import { builtInPlugins } from '../../plugins/index.js'
import { memory, type NamedStore } from './named-store.js'
import { request } from './request.js'
import type { TestService } from './service.js'
import { silentLog } from './silent-log.js'

/** What a metric's test asks of a service: a whole one has it too. */
export interface MetricService extends Pick<
  TestService,
  'service' | 'base' | 'setClock' | 'call' | 'workspace'
> {
  /** The name of the store. */
  readonly over: string
}

export interface MetricServiceOptions {
  readonly store?: NamedStore
  /** Beside the built-in ones. */
  readonly plugins?: readonly Plugin[]
}

/** The plugins whose data are records; without them nothing asks for a record. */
const needRecords = new Set(['auth', 'admin', 'audiences', 'audit', 'boards', 'catalogue', 'jobs', 'marks'])
const metricPlugins = builtInPlugins.filter(({ name }) => !needRecords.has(name))

const noRecords = (): Promise<never> =>
  Promise.reject(new Error('a metric service has no records; use testService of test/support/service.ts'))
const records: RecordStore = {
  query: noRecords,
  transaction: noRecords,
  migrate: () => Promise.resolve(),
  ping: () => Promise.resolve('none'),
  close: () => Promise.resolve(),
}

const tokenKey = Buffer.from('a test key of more than thirty-two bytes')

/** Admits one platform user everywhere, and each ingest key to its workspace. Takes the place of the plugin `auth`. */
function doorman(
  workspaces: ReadonlyMap<string, WorkspaceRef>,
  keys: ReadonlyMap<string, WorkspaceRef>,
): Plugin {
  const access: AccessControl = {
    session({ sub, jti }, workspaceId) {
      const workspace = workspaces.get(workspaceId ?? '') ?? null
      return Promise.resolve({
        caller: { id: sub, kind: 'user', email: null, role: 'platform', sessionId: jti },
        workspace,
        role: workspace === null ? null : 'admin',
      })
    },
    key(secret) {
      const workspace = keys.get(secret)
      if (workspace === undefined) return Promise.resolve(null)
      const caller = { id: secret, kind: 'ingest-key', email: null, role: 'viewer', sessionId: null } as const
      return Promise.resolve({ caller, workspace, role: 'viewer' })
    },
    account: () => Promise.resolve(null),
  }
  return definePlugin({
    name: 'auth',
    contract: contractNumber,
    after: [],
    register: (host) => host.service(accessControl, () => access),
  })
}

/** The service's metrics over a store, listening, without accounts and records: it starts in milliseconds. Ends with the test. */
export async function metricService(
  t: Test,
  { store = memory, plugins = [] }: MetricServiceOptions = {},
): Promise<MetricService> {
  const workspaces = new Map<string, WorkspaceRef>()
  const keys = new Map<string, WorkspaceRef>()
  const database = await store.database?.()
  const analytics = store.make(database?.url ?? '')
  let fixed: number | null = null
  const service = await createService({
    settings: loadSettings({
      environment: { LOG_LEVEL: 'silent', QUERY_TIMEOUT: '600', TRUST_PROXY: 'true' },
      file: null,
      directory: '/tmp',
    }),
    plugins: [doorman(workspaces, keys), ...metricPlugins, ...plugins],
    analytics,
    records,
    log: { ...silentLog, error: (fields, message) => console.error(message, fields) },
    clock: () => fixed ?? Date.now(),
    tokenKey,
  })
  t.teardown(async () => {
    await service.close()
    await database?.drop()
  })
  const { port } = await service.listen(0, '127.0.0.1')
  const base = `http://127.0.0.1:${port}`
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('usr_platform')
    .setJti('live')
    .setIssuer('sextant')
    .setExpirationTime('1d')
    .sign(tokenKey)
  return {
    over: store.name,
    service,
    base,
    setClock: (now) => {
      fixed = now
    },
    call: (method, path, options = {}) => request(base, method, path, { token, ...options }),
    async workspace() {
      // Other test files use the same engines: numbers must not meet.
      const made = { id: `ws_${randomBytes(8).toString('hex')}`, number: randomInt(1, 2 ** 40) }
      const ingestKey = randomBytes(16).toString('hex')
      await analytics.createWorkspace(made)
      workspaces.set(made.id, made)
      keys.set(ingestKey, made)
      return { id: made.id, ingestKey }
    },
  }
}
