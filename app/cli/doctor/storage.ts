import { mkdtemp, rm, chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listReferences } from '../../../plugins/admin/workspaces/workspaces-repository.js'
import { EngineError } from '../../../storage-adapters/embedded/index.js'
import {
  aggregate,
  count,
  scan,
  ServiceError,
  type AnalyticsStore,
  type ClusterMember,
  type LateStatement,
  type RecordStore,
  type Settings,
  type SourceName,
  type StorageDefinition,
  type ViewState,
  type WorkspaceRef,
} from '../../../core/contract/index.js'
import { wordsOf } from '../../start-error.js'
import type { Registry } from '../../../core/kernel/registries.js'
import { closeAll, openStores, usesDataDir, type Stores } from '../../stores.js'
import { capacityFindings } from './capacity.js'
import { existing } from './machine.js'
import { fail, ok, warn, type Finding } from './finding.js'
import { createLogger } from '../logger.js'
import { askStore, explainPlan } from '../../../core/run/ask-store.js'

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
  let stores: Stores
  try {
    stores = await openStores(settings, createLogger(settings.logLevel, 'stderr'), registry)
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
    yield* workspaces(analytics, records)
  } catch (error) {
    yield fail('storage', wordsOf(error))
  } finally {
    await closeAll([analytics, records])
    await stores.stopEngines()
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

async function* workspaces(analytics: AnalyticsStore, records: RecordStore): AsyncGenerator<Finding> {
  const [found] = await records.query<{ there: boolean }>(
    "SELECT to_regclass('workspaces') IS NOT NULL AS there",
  )
  const references = found?.there === true ? await listReferences(records) : []
  const lacking: string[] = []
  const views: ViewState[] = []
  for (const reference of references) {
    const found = await viewsOf(analytics, reference)
    if (found === null) lacking.push(reference.id)
    else views.push(...found)
  }
  if (references.length === 0) yield ok('workspaces', 'none yet')
  else if (lacking.length === 0) yield ok('workspaces', `${references.length}, each with its tables`)
  if (views.length > 0) yield viewsFinding(views)
  for (const id of lacking)
    yield fail(
      'workspaces',
      `${id} has no tables; start the service, which creates them, or restore a backup`,
    )
}

/** Returns the workspace's materialized views, or null if it has no tables. Asks each source for the rows of an empty range. */
async function viewsOf(
  analytics: AnalyticsStore,
  workspace: WorkspaceRef,
): Promise<readonly ViewState[] | null> {
  const limits = { timeMs: 10_000, memoryBytes: 256_000_000, rows: 10 }
  const emptyRange = (source: SourceName) => aggregate(scan(source, 0, 0), {}, { rows: count() })
  try {
    for (const source of ['events', 'logs', 'traits', 'metrics'] as const)
      await askStore(analytics, workspace, emptyRange(source), limits)
    return (await explainPlan(analytics, workspace, emptyRange('events'), limits)).views
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

/** How many workspaces each view answers for, over all their views together. */
export function viewsFinding(views: readonly ViewState[]): Finding {
  const names = [...new Set(views.map(({ name }) => name))]
  const each = names.map((name) => {
    const own = views.filter((view) => view.name === name)
    const answering = own.filter(({ freshness }) => freshness !== 'absent')
    return `${name} answers for ${answering.length} of ${own.length}`
  })
  return ok(
    'views',
    `${each.join(', ')} (others are read from the rows; see sextant views check <workspace>)`,
  )
}
