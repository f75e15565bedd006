import { mkdtemp, rm, chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '../../../storage-adapters/embedded/index.js'
import type {
  CheckContext,
  ClusterMember,
  LateStatement,
  RecordStore,
  Settings,
  StorageDefinition,
} from '../../../core/contract/index.js'
import type { Registry } from '../../../core/kernel/registries.js'
import { createSettingReader } from '../../../core/kernel/setting-reader.js'
import type { Given } from '../../container.js'
import { createRandomId } from '../../random-id.js'
import { tokenKeyOfCommand } from '../../token-key.js'
import { openedStores } from '../command-context.js'
import { wordsOf } from '../../start-error.js'
import { closeAll, openStores, usesDataDir, type Stores } from '../../stores.js'
import { capacityFindings } from './capacity.js'
import { existing } from './machine.js'
import { fail, ok, warn, type Finding } from './finding.js'
import { createLogger } from '../logger.js'
import { pluginCheckFindings } from './plugin-checks.js'

const oldestPostgres = 14
/** Seconds by which the clocks of two machines may differ. */
const clockTolerance = 5

export async function* storageFindings(
  settings: Settings,
  storage: StorageDefinition,
  registry: Registry,
): AsyncGenerator<Finding> {
  const opened = (settings: Settings) => openedFindings(settings, storage, registry)
  if (!usesDataDir(settings, storage)) {
    yield* opened(settings)
    return
  }
  const { dataDir } = settings
  const there = await existing(dataDir)
  if (there === dataDir) {
    const owner = (await stat(dataDir)).uid
    // The engines' files would change their owner, and the service could no longer open them.
    if (process.getuid?.() === 0 && owner !== 0)
      yield warn('engines', `not tried: ${dataDir} belongs to user ${owner}; run the doctor as that user`)
    else yield* opened(settings)
    return
  }
  // Tried in a temporary folder, so that nothing remains if there is no data directory yet.
  const trial = await mkdtemp(join(there, 'sextant-doctor-')).catch(() => null)
  if (trial === null) {
    yield fail('engines', `no folder can be created in ${there}; set another DATA_DIR`)
    return
  }
  try {
    await chmod(trial, 0o711)
    yield* opened({ ...settings, dataDir: trial })
  } finally {
    await rm(trial, { recursive: true, force: true })
  }
}

async function* openedFindings(
  settings: Settings,
  storage: StorageDefinition,
  registry: Registry,
): AsyncGenerator<Finding> {
  const log = createLogger(settings.logLevel, 'stderr')
  let stores: Stores
  try {
    stores = await openStores(settings, log, registry)
  } catch (error) {
    yield await notOpened(settings, error)
    return
  }
  const { analytics, records } = stores
  try {
    yield version('records', 'Postgres', oldestPostgres, await records.ping())
    yield storage.sharesRecords === true
      ? ok('analytics', `in Postgres ${await analytics.ping()}`)
      : version('analytics', storage.title, storage.oldestVersion ?? null, await analytics.ping())
    if (analytics.members !== undefined) yield clusterFinding(await analytics.members())
    if (analytics.statements !== undefined)
      yield overdueFinding(await analytics.statements.late(), settings.statementOverdue)
    if (analytics.capacity !== undefined) yield* capacityFindings(await analytics.capacity(), settings)
    yield* clocks(settings, records)
    yield* pluginCheckFindings(registry, checkContext(settings, registry, { analytics, records, log }))
  } catch (error) {
    yield fail('storage', wordsOf(error))
  } finally {
    await closeAll([analytics, records])
    await stores.stopEngines()
  }
}

function checkContext(
  settings: Settings,
  registry: Registry,
  opened: Pick<Given, 'analytics' | 'records' | 'log'>,
): Omit<CheckContext, 'signal'> {
  const basics = { settings, log: opened.log, clock: Date.now }
  const given = { ...basics, ...opened, newId: createRandomId(), tokenKey: tokenKeyOfCommand(settings) }
  return {
    ...basics,
    setting: createSettingReader(registry, settings),
    ...openedStores(given, registry, settings),
  }
}

async function notOpened({ port, host }: Settings, error: unknown): Promise<Finding> {
  const words = wordsOf(error)
  if (!(error instanceof EngineError && words.includes(' is in use by process ')))
    return fail('storage', words)
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/readyz`
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
  return answer?.status === 200
    ? ok('storage', `in use by a running service, and ${url} reports ready`)
    : warn('storage', `${words} (if that is the service: ${url} does not report ready)`)
}

function version(subject: string, engine: string, least: number | null, found: string): Finding {
  return least === null || Number.parseInt(found, 10) >= least
    ? ok(subject, `${engine} ${found}`)
    : fail(subject, `${engine} ${found} is too old; use ${least} or later`)
}

/** A cluster during an update responds, but its servers may plan differently. */
function clusterFinding(members: readonly ClusterMember[]): Finding {
  const shards = new Set(members.map(({ shard }) => shard)).size
  const versions = [...new Set(members.map(({ version }) => version))]
  const hosts = members.map(({ shard, host }) => `${shard} ${host}`).join(', ')
  const words = `${shards} shards on ${members.length} servers, all of which respond (${hosts})`
  if (versions.length === 1) return ok('cluster', words)
  return warn(
    'cluster',
    `${words}, with different versions: ${versions.join(', ')}; update them to the same one`,
  )
}

/** On a server, other processes of the service may run statements; a freshly started engine runs none. */
export function overdueFinding(late: readonly LateStatement[], overdueMs: number): Finding {
  const overdue = late.filter(({ elapsedMs, limitMs }) => elapsedMs > limitMs + overdueMs)
  if (overdue.length === 0) return ok('statements', 'none is overdue')
  const each = overdue.map(
    ({ kind, account, workspace, elapsedMs }) =>
      `${kind} of ${workspace ?? 'an unknown workspace'} by ${account} for ${Math.round(elapsedMs / 1000)} s`,
  )
  return warn(
    'statements',
    `${overdue.length} overdue: ${each.join(', ')}; restart the analytics server if they stay`,
  )
}

async function* clocks(settings: Settings, records: RecordStore): AsyncGenerator<Finding> {
  const [row] = await records.query<{ now: Date }>('SELECT clock_timestamp() AS now')
  if (row) yield clock('Postgres', row.now.getTime())
  if (settings.storage !== 'clickhouse') return
  for (const url of settings.clickhouseUrls) {
    const { origin, host } = new URL(url)
    const answer = await fetch(`${origin}/ping`, { signal: AbortSignal.timeout(5_000) })
    const date = Date.parse(answer.headers.get('date') ?? '')
    const name = settings.clickhouseUrls.length > 1 ? `ClickHouse at ${host}` : 'ClickHouse'
    if (!Number.isNaN(date)) yield clock(name, date)
  }
}

function clock(engine: string, time: number): Finding {
  const seconds = Math.abs(Date.now() - time) / 1000
  if (seconds <= clockTolerance) return ok('clock', `agrees with that of ${engine}`)
  return warn(
    'clock',
    `differs by ${Math.round(seconds)} s from that of ${engine}; synchronize both with a time server`,
  )
}
