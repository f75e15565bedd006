import { randomBytes, randomInt } from 'node:crypto'
import { declaredSettings } from '../../app/declared-settings.js'
import { loadRegistry } from '../../app/load-registry.js'
import { createService, type Service } from '../../app/service.js'
import { loadSettings } from '../../config/load.js'
import type {
  AnalyticsStore,
  Log,
  Plugin,
  RecordStore,
  Relation,
  Role,
  WorkspaceDefaults,
  WorkspaceRole,
} from '../../contract/index.js'
import { builtInPlugins } from '../../plugins/index.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { fakeClock, type FakeClock } from './clock.js'
import { createDoorman, tokenKey, tokenOf } from './doorman.js'
import { insertWorkspace } from './records.js'
import { request, type Called, type CallOptions } from './request.js'
import { createJobRunner } from './run-job.js'

export interface TestServiceOptions {
  /** Beside the built-in ones. */
  readonly plugins?: readonly Plugin[]
  /** A store over which the service runs; it is closed with the service. Memory unless given. */
  readonly store?: AnalyticsStore
  /** The records, for plugins with tables: testRecords(). They are closed with the service. None unless given. */
  readonly records?: RecordStore
  /** Settings, under their names in the environment; those of plugins too. */
  readonly environment?: Readonly<Record<string, string>>
  /** The machine's clock, until the test sets it. */
  readonly clock?: FakeClock
}

export interface TestWorkspace {
  readonly id: string
  readonly ingestKey: string
}

/** A service without accounts: every metric, query and route that needs no table, and with records your tables. */
export interface TestService {
  /** http://127.0.0.1:<port> */
  readonly base: string
  readonly clock: FakeClock
  /** Calls a route as a platform user, or with another `token` (null: none). */
  call(method: string, path: string, options?: CallOptions): Promise<Called>
  workspace(): Promise<TestWorkspace>
  /** Stores events, links and traits as POST /v1/events does. Throws unless all of them were taken. */
  send(workspace: TestWorkspace, lines: readonly object[]): Promise<void>
  /** Returns the token of a new user with this role at large, and roles in workspaces by id. */
  user(role: Role, places?: Readonly<Record<string, WorkspaceRole>>): Promise<string>
  /** Returns a new query key of the workspace. */
  queryKey(workspace: TestWorkspace): string
  /** Sets the time zone and the week start of the workspace's questions, as an admin does. */
  defaults(workspace: Pick<TestWorkspace, 'id'>, defaults: WorkspaceDefaults): Promise<void>
  /** Saves an audience: a relation with the distinct persons in the column `member`. Returns its id. */
  audience(members: Relation): string
  /** Runs a job of a plugin once, now. Rejects as the job does; throws if no plugin declares it. */
  runJob(name: string): Promise<void>
  close(): Promise<void>
}

/** What the project's own tests can ask for beside. */
interface OpenedOptions extends TestServiceOptions {
  /** False if another service of this process has compiled every metric's plan over the same store. */
  readonly checksPlans?: boolean
}

/** The whole service behind a TestService; for the project's own tests. */
export interface OpenedService extends TestService {
  readonly service: Service
}

/** The plugins whose data are records; without them nothing asks for a record. */
const needRecords = new Set([
  'auth',
  'admin',
  'audiences',
  'audit',
  'boards',
  'catalogue',
  'jobs',
  'dictionary',
  'marks',
  'questions',
])
const withoutRecords = builtInPlugins.filter(({ name }) => !needRecords.has(name))
/** What plugins with tables use, beside the accounts and jobs that the kit stands in for. */
const overRecords = builtInPlugins.filter(({ name }) => ['audit', 'boards', 'marks'].includes(name))

const noRecords = (): Promise<never> =>
  Promise.reject(new Error('a test service has no records; pass records: await testRecords() to test tables'))
const none: RecordStore = {
  query: noRecords,
  transaction: noRecords,
  migrate: () => Promise.resolve(),
  ping: () => Promise.resolve('none'),
  close: () => Promise.resolve(),
}

/** Internal errors are printed, because the response does not describe them. */
const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (fields, message) => console.error(message, fields),
}

/** The service over memory, listening, without accounts and records: Node alone starts it in milliseconds. */
export const testService = (options: TestServiceOptions = {}): Promise<TestService> => openService(options)

export async function openService({
  plugins = [],
  store = createMemoryStore(),
  records,
  environment = {},
  clock = fakeClock(),
  checksPlans = true,
}: OpenedOptions = {}): Promise<OpenedService> {
  const doorman = createDoorman({ hasRecords: records !== undefined })
  const jobs = createJobRunner()
  const registry = loadRegistry([
    doorman.plugin,
    ...withoutRecords,
    ...(records === undefined ? [] : overRecords),
    ...plugins,
    jobs.plugin,
  ])
  const service = await createService({
    settings: loadSettings({
      environment: { LOG_LEVEL: 'silent', QUERY_TIMEOUT: '600', TRUST_PROXY: 'true', ...environment },
      file: null,
      directory: '/tmp',
      declared: declaredSettings(registry),
    }),
    registry,
    analytics: store,
    records: records ?? none,
    log,
    clock: clock.now,
    tokenKey,
    checksPlans,
  })
  const { port } = await service.listen(0, '127.0.0.1')
  const base = `http://127.0.0.1:${port}`
  const secret = (): string => randomBytes(16).toString('hex')
  const user: TestService['user'] = (role, places = {}) => {
    const id = `usr_${secret()}`
    doorman.users.set(id, { id, role, places })
    return tokenOf(id)
  }
  const token = await user('platform')
  const call: TestService['call'] = (method, path, options = {}) =>
    request(base, method, path, { token, ...options })
  const refOf = ({ id }: TestWorkspace) => {
    const ref = doorman.workspaces.get(id)
    if (ref === undefined) throw new Error(`unknown workspace ${id}`)
    return ref
  }
  return {
    service,
    base,
    clock,
    call,
    user,
    async workspace() {
      // Other processes may use the same engine: numbers must not meet.
      const made = { id: `ws_${secret()}`, number: randomInt(1, 2 ** 40) }
      const ingestKey = secret()
      await store.createWorkspace(made)
      if (records !== undefined) await insertWorkspace(records, made)
      doorman.workspaces.set(made.id, made)
      doorman.keys.set(ingestKey, { kind: 'ingest-key', workspace: made })
      return { id: made.id, ingestKey }
    },
    async send({ ingestKey }, lines) {
      const body = lines.map((line) => JSON.stringify(line)).join('\n')
      const { status, body: answer } = await call('POST', '/v1/events', { body, token: ingestKey })
      if (status !== 202) throw new Error(`events were not stored: ${JSON.stringify(answer)}`)
    },
    queryKey(workspace) {
      const key = secret()
      doorman.keys.set(key, { kind: 'query-key', workspace: refOf(workspace) })
      return key
    },
    defaults({ id }, defaults) {
      doorman.defaults.set(id, defaults)
      return Promise.resolve()
    },
    audience(members) {
      const id = `aud_${randomBytes(16).toString('base64url')}`
      doorman.audiences.set(id, members)
      return id
    },
    runJob: (name) => jobs.run(registry.jobs, name),
    async close() {
      await service.close({ drainMilliseconds: 100 })
      // The service waits for a part only so long; what a test leaves on the server must be gone.
      await records?.close()
    },
  }
}
