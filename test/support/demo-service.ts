import { SignJWT } from 'jose'
import { docs } from '../../plugins/docs/index.js'
import { metrics } from '../../plugins/metrics/index.js'
import { openapi } from '../../plugins/openapi/index.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import {
  accessControl,
  definePlugin,
  ServiceError,
  type AccessControl,
  type Admission,
  type AnalyticsStore,
  type EventRow,
  type Log,
  type Plugin,
  type RecordStore,
  type Role,
  type Settings,
  type WorkspaceRole,
} from '../../contract/index.js'
import { demo } from './demo-plugin.js'
import { createService, type Service } from '../../app/service.js'

/** Fixtures of the core's tests: a service over the memory store, with made-up plugins, people and keys. */
export const now = Date.UTC(2026, 2, 10, 12)
export const workspace = { id: 'ws_one', number: 1 }
export const tokenKey = Buffer.alloc(32, 7)

export const settings: Settings = {
  port: 0,
  host: '127.0.0.1',
  dataDir: '',
  storage: 'clickhouse',
  clickhouseUrls: [],
  clickhouseCluster: null,
  databaseUrl: null,
  jwtSecret: null,
  tokenTtl: 3600,
  jwksUrl: null,
  issuer: null,
  audience: null,
  adminEmail: null,
  adminPassword: null,
  plugins: [],
  logLevel: 'silent',
  views: true,
  promotedProperties: 16,
  workspaceIdle: 3_600_000,
  queryTimeout: 1000,
  queryMemory: 1e9,
  queryRows: 100_000,
  resultCache: 1e6,
  trustProxy: 0,
  publicUrl: null,
  bodyMemory: 128 * 1024 * 1024,
  bodyMemoryPerCaller: 32 * 1024 * 1024,
  bodyMinRate: 1000,
  bodyGrace: 10_000,
  headersTimeout: 20_000,
  requestTimeout: 300_000,
  maxConnections: 4000,
  maxConnectionsPerAddress: 1000,
  keyLookups: 4,
  sessionMaxAge: 2_592_000,
  allowedHosts: [],
  metricsToken: null,
  metricsPublic: true,
  docsPublic: true,
  adminSetsPasswords: false,
  outsideTokenMaxAge: 86_400,
  jwksMaxBytes: 1_000_000,
  queryConcurrency: { all: 8, perWorkspace: 6, perCaller: 4 },
  queryQueue: 100,
  queryQueueWait: 10_000,
  sqlConcurrency: { all: 4, perWorkspace: 3, perCaller: 2 },
  statementOverdue: 10_000,
  sqlOverdue: 4,
  enginePressure: 0.8,
  diskReserve: 0,
  declared: {},
}

export interface LogLine {
  readonly level: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly message: string
}

export function keepingLog(lines: LogLine[]): Log {
  const level = (name: string) => (fields: object, message: string) =>
    void lines.push({ level: name, fields: fields as LogLine['fields'], message })
  return { debug: level('debug'), info: level('info'), warn: level('warn'), error: level('error') }
}

export const emptyRecords = (calls: string[] = []): RecordStore => ({
  query: () => Promise.resolve([]),
  transaction: (work) => work({ query: () => Promise.resolve([]) }),
  migrate(plugin) {
    calls.push(`migrate ${plugin}`)
    return Promise.resolve()
  },
  ping: () => Promise.resolve('16'),
  close() {
    calls.push('close records')
    return Promise.resolve()
  },
})

/** `usr_<role>` are users with that role in ws_one; `usr_platform` is one everywhere. */
const workspaceRoleOf: Readonly<Record<string, WorkspaceRole>> = {
  usr_viewer: 'viewer',
  usr_editor: 'editor',
  usr_admin: 'admin',
  usr_platform: 'admin',
}
export const queryKey = 'sxq_demo'
export const ingestSecret = '0123456789abcdef0123456789abcdef'

const keyKinds: ReadonlyMap<string, 'query-key' | 'ingest-key'> = new Map([
  [queryKey, 'query-key'],
  [ingestSecret, 'ingest-key'],
])

export const demoAccess: AccessControl = {
  session({ sub, jti }, workspaceId) {
    // Like a database that is given a value it cannot store.
    if (/\W/.test(workspaceId ?? '')) return Promise.reject(new Error('no such text'))
    if (jti === 'down') return Promise.reject(new ServiceError('UNAVAILABLE', 'the storage is down'))
    if (jti === 'broken') return Promise.reject(new Error('select secret from users'))
    const role = workspaceRoleOf[sub]
    if (jti === 'ended' || (role === undefined && sub !== 'usr_stranger')) return Promise.resolve(null)
    const inside = workspaceId === workspace.id && role !== undefined
    return Promise.resolve({
      caller: { id: sub, kind: 'user', email: null, role: sub.slice(4) as Role, sessionId: jti },
      workspace: inside ? workspace : null,
      role: inside ? role : null,
    })
  },
  key(secret, workspaceId) {
    const found = keyKinds.get(secret)
    if (found === undefined) return Promise.resolve(null)
    const inside = workspaceId === null || workspaceId === workspace.id
    const admission: Admission = {
      caller: { id: 'key_demo', kind: found, email: null, role: 'viewer', sessionId: null },
      workspace: inside ? workspace : null,
      role: inside ? 'viewer' : null,
    }
    return Promise.resolve(admission)
  },
  account: ({ email }, workspaceId) =>
    demoAccess.session({ sub: accountOf(email), jti: 'outside' }, workspaceId),
}

/** The addresses that an external provider may send: `<role>@example.com`. */
const accountOf = (email: string) => email.replace(/^(\w+)@example\.com$/, 'usr_$1')

export const accounts = definePlugin({
  name: 'accounts',
  contract: 1,
  after: [],
  register: (host) => host.service(accessControl, () => demoAccess),
})

const row = (seq: number, timestamp: number, event_name: string, device_id: string): EventRow => ({
  timestamp,
  event_name,
  device_id,
  session_id: null,
  user_id: null,
  message_id: null,
  seq,
  context: {},
  properties: {},
})

/** Three events of today and one of yesterday, by two devices. */
export async function demoStore(): Promise<AnalyticsStore> {
  const store = createMemoryStore()
  await store.createWorkspace(workspace)
  const hour = 3_600_000
  const events = [
    row(0, now - 24 * hour, 'signup', 'd1'),
    row(1, now - 3 * hour, 'open', 'd1'),
    row(2, now - 2 * hour, 'open', 'd2'),
    row(3, now - hour, 'open', 'd2'),
  ]
  await store.append(workspace, { events, logs: [], links: [], traits: [], contexts: [], metrics: [] })
  return store
}

export interface Running {
  readonly service: Service
  readonly url: string
  readonly lines: readonly LogLine[]
}

interface Changes {
  readonly analytics?: AnalyticsStore
  /** In addition to the demo's own. */
  readonly plugins?: readonly Plugin[]
  readonly settings?: Partial<Settings>
}

export async function runDemo(changes: Changes = {}): Promise<Running> {
  const lines: LogLine[] = []
  const service = await createService({
    settings: { ...settings, ...changes.settings },
    plugins: [demo, accounts, docs, metrics, openapi, ...(changes.plugins ?? [])],
    analytics: changes.analytics ?? (await demoStore()),
    records: emptyRecords(),
    log: keepingLog(lines),
    clock: () => now,
    tokenKey,
  })
  const { port } = await service.listen(0, '127.0.0.1')
  return { service, url: `http://127.0.0.1:${port}`, lines }
}

/** A token as the service would issue it; any part can be overridden. */
export const tokenOf = (
  sub: string,
  { jti = 'live', key = tokenKey, issuer = 'sextant', lifetime = '1h', alg = 'HS256' } = {},
): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg })
    .setSubject(sub)
    .setJti(jti)
    .setIssuer(issuer)
    .setIssuedAt()
    .setExpirationTime(lifetime)
    .sign(key)
