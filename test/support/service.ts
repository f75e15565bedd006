import { randomInt } from 'node:crypto'
import { builtInPlugins } from '../../plugins/index.js'
import type { AnalyticsStore, Plugin, Settings } from '../../core/contract/index.js'
import { loadSettings } from '../../config/load.js'
import { createService, type Service } from '../../app/service.js'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { recordsUrl } from './record-server.js'
import { temporaryDatabase } from './records.js'
import { silentLog } from './silent-log.js'
import { request, type Called, type CallOptions } from './request.js'

export interface TestService {
  readonly service: Service
  readonly base: string
  readonly settings: Settings
  /** The platform user's token. */
  readonly token: string
  /** Sets the service's clock; null for the machine's. */
  setClock(now: number | null): void
  call(method: string, path: string, options?: CallOptions): Promise<Called>
  /** Creates a workspace of the platform user, with an ingest key. */
  workspace(): Promise<TestWorkspace>
  close(): Promise<void>
}

export interface TestWorkspace {
  readonly id: string
  readonly ingestKey: string
}

export const adminEmail = 'admin@example.com'
export const adminPassword = 'correct horse battery'

export interface TestServiceOptions {
  readonly plugins?: readonly Plugin[]
  readonly environment?: Readonly<Record<string, string>>
  /** No account exists yet; `token` is empty. */
  readonly fresh?: boolean
  /** The Postgres server for the records; the embedded one by default. */
  readonly recordServer?: string
}

/** Starts a whole service over this analytics store, listening, with a record database of its own. */
export async function testService(
  makeStore: (recordsUrl: string) => AnalyticsStore,
  { plugins = [], environment = {}, fresh = false, recordServer = recordsUrl() }: TestServiceOptions = {},
): Promise<TestService> {
  const database = await temporaryDatabase(recordServer)
  const settings = loadSettings({
    environment: {
      ...(fresh ? {} : { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: adminPassword }),
      LOG_LEVEL: 'silent',
      // A test about the budget sets its own; no other fails on a slow machine.
      QUERY_TIMEOUT: '600',
      ...environment,
    },
    file: null,
    directory: '/tmp',
  })
  let fixed: number | null = null
  const service = await createService({
    settings,
    plugins: [...builtInPlugins, ...plugins],
    analytics: makeStore(database.url),
    records: createRecordStore({ url: database.url, log: silentLog }),
    // Internal errors are printed, because the response does not describe them.
    log: { ...silentLog, error: (fields, message) => console.error(message, fields) },
    clock: () => fixed ?? Date.now(),
    tokenKey: Buffer.from('a test key of more than thirty-two bytes'),
  })
  // Services of other test files share the engine, so their workspaces must not collide.
  await database.sql(
    `SELECT setval(pg_get_serial_sequence('sextant.workspaces', 'number'), ${randomInt(1, 2 ** 40)})`,
  )
  const server = await service.listen(0, '127.0.0.1')
  const base = `http://127.0.0.1:${server.port}`
  const token = fresh ? '' : await logIn(base)
  const call: TestService['call'] = (method, path, options = {}) =>
    request(base, method, path, { token, ...options })
  return {
    service,
    base,
    settings,
    token,
    setClock: (now) => {
      fixed = now
    },
    call,
    async workspace() {
      const slug = `ws-${randomInt(2 ** 40)}`
      const made = await call('POST', '/api/v1/user/workspaces', { body: { name: slug, slug } })
      if (made.status !== 201) throw new Error(`no workspace: ${JSON.stringify(made.body)}`)
      const id = String(made.body.data.id)
      const key = await call('POST', '/api/v1/admin/workspace/keys', {
        body: { workspace_id: id, name: 'test', kind: 'ingest' },
      })
      return { id, ingestKey: String(key.body.data.key) }
    },
    async close() {
      await service.close({ drainMilliseconds: 100 })
      await database.drop()
    },
  }
}

async function logIn(base: string): Promise<string> {
  const body = { email: adminEmail, password: adminPassword }
  const login = await request(base, 'POST', '/api/v1/auth/login', { body })
  return String(login.body.data.token)
}
