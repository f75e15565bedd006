import type { Test } from 'tap'
import { randomInt } from 'node:crypto'
import { builtInPlugins } from '../../plugins/index.js'
import type { Plugin, Settings, WorkspaceDefaults } from '../../contract/index.js'
import { loadSettings } from '../../config/load.js'
import { declaredSettings } from '../../app/declared-settings.js'
import { loadRegistry } from '../../app/load-registry.js'
import { createService, type Service } from '../../app/service.js'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { declaredAnswers } from './declared-answers.js'
import { chosenStores, firstOver, memory, type NamedStore } from './named-store.js'
import { migratedDatabase, recordsUrl } from './record-server.js'
import { temporaryDatabase } from './records.js'
import { silentLog } from './silent-log.js'
import { request, type Called, type CallOptions } from './request.js'

export interface TestService {
  /** The name of the store. */
  readonly over: string
  /** The database of the service's records. */
  readonly recordsUrl: string
  readonly service: Service
  readonly base: string
  readonly settings: Settings
  /** The platform user's token. */
  readonly token: string
  /** Sets the service's clock; null for the machine's. */
  setClock(now: number | null): void
  /** Throws if a JSON answer differs from the schema that its route declares. */
  call(method: string, path: string, options?: CallOptions): Promise<Called>
  /** Creates a workspace of the platform user, with an ingest key. */
  workspace(): Promise<TestWorkspace>
  /** Sets the time zone and the week start of the workspace's questions. */
  defaults(workspace: Pick<TestWorkspace, 'id'>, defaults: WorkspaceDefaults): Promise<void>
  close(): Promise<void>
}

export interface TestWorkspace {
  readonly id: string
  readonly ingestKey: string
}

export const adminEmail = 'admin@example.com'
export const adminPassword = 'correct horse battery'

export interface TestServiceOptions {
  /** Memory unless given. */
  readonly store?: NamedStore
  /** Beside the built-in ones. */
  readonly plugins?: readonly Plugin[]
  readonly environment?: Readonly<Record<string, string>>
  /** No account exists yet; `token` is empty. */
  readonly fresh?: boolean
  /** The Postgres server for the records; the embedded one by default. */
  readonly recordServer?: string
}

/** Callers tell their addresses, so that no test meets a rate limit that it does not set. */
const roomyLimits = { TRUST_PROXY: 'true', SQL_RATE_LIMIT: '1000000', ADMIN_RATE_LIMIT: '1000000' }

/**
 * A whole service over a store, listening, with a database of records of its own; it ends with the test. What needs no
 * accounts and records starts sooner over metric-service.ts.
 */
export async function testService(
  t: Test,
  {
    store = memory,
    plugins = [],
    environment = {},
    fresh = false,
    recordServer = recordsUrl(),
  }: TestServiceOptions = {},
): Promise<TestService> {
  const template = recordServer === recordsUrl() ? migratedDatabase() : null
  const database = await temporaryDatabase(recordServer, template)
  const registry = loadRegistry([...builtInPlugins, ...plugins])
  const settings = loadSettings({
    declared: declaredSettings(registry),
    environment: {
      ...(fresh ? {} : { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: adminPassword }),
      LOG_LEVEL: 'silent',
      // A test about the budget sets its own; no other fails on a slow machine.
      QUERY_TIMEOUT: '600',
      ...roomyLimits,
      ...environment,
    },
    file: null,
    directory: '/tmp',
  })
  let fixed: number | null = null
  const service = await createService({
    settings,
    registry,
    analytics: store.make(database.url),
    records: createRecordStore({ url: database.url, log: silentLog }),
    // Internal errors are printed, because the response does not describe them.
    log: { ...silentLog, error: (fields, message) => console.error(message, fields) },
    clock: () => fixed ?? Date.now(),
    tokenKey: Buffer.from('a test key of more than thirty-two bytes'),
    checksPlans: plugins.length > 0 || firstOver(store),
  })
  // Services of other test files share the engine, so their workspaces must not collide.
  await database.sql(
    `SELECT setval(pg_get_serial_sequence('sextant.workspaces', 'number'), ${randomInt(1, 2 ** 40)})`,
  )
  const server = await service.listen(0, '127.0.0.1')
  const base = `http://127.0.0.1:${server.port}`
  const token = fresh ? '' : await logIn(base)
  const checkAnswer = declaredAnswers(registry)
  const call: TestService['call'] = async (method, path, options = {}) => {
    const called = await request(base, method, path, { token, ...options })
    checkAnswer(method, path, called)
    return called
  }
  let closing: Promise<void> | null = null
  async function close(): Promise<void> {
    await service.close({ drainMilliseconds: 100 })
    await database.drop()
  }
  const made: TestService = {
    over: store.name,
    recordsUrl: database.url,
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
    async defaults({ id }, { timezone, weekStart }) {
      const body = { timezone, week_start: weekStart }
      const { status } = await call('PUT', `/api/v1/admin/workspaces/${id}`, { workspace: id, body })
      if (status !== 200) throw new Error(`no defaults: ${status}`)
    },
    close: () => (closing ??= close()),
  }
  t.teardown(() => made.close())
  return made
}

/** One test a store, each with a service of its own: over memory in the first tier, over every store in the others. */
export async function eachStore(
  t: Test,
  run: (t: Test, service: TestService) => Promise<void>,
): Promise<void> {
  for (const store of chosenStores())
    await t.test(store.name, async (t) => {
      await run(t, await testService(t, { store }))
    })
}

async function logIn(base: string): Promise<string> {
  const body = { email: adminEmail, password: adminPassword }
  const login = await request(base, 'POST', '/api/v1/auth/login', { body })
  return String(login.body.data.token)
}
