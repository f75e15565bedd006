import type { ClickHouseClient } from '@clickhouse/client'
import {
  type AnalyticsStore,
  type Batch,
  type Explanation,
  type Limits,
  type Log,
  type RecallRequest,
  type Relation,
  type WorkspaceRef,
} from '../../core/contract/index.js'
import { propertyFinder } from '../sql/properties.js'
import { notedReader, statementUse } from '../sql/use.js'
import { lanes } from '../sql/lanes.js'
import { createLayouts } from '../sql/layouts.js'
import { readyFirst } from '../sql/ready-first.js'
import { createAppend } from './ingest/append.js'
import { capacityReader } from './capacity.js'
import { dataVersion } from './data-version.js'
import { connect, type ClickHouseConnection } from './connection.js'
import { compileQuery, type ClickHouseQuery } from './query/compile-query.js'
import { explainQuery } from './query/explain.js'
import { nativeOperators } from './query/rules/index.js'
import { clickhouseError, isGoneView } from './errors.js'
import type { ClickHouseFacts } from './facts.js'
import { propertyQueries } from './query/properties.js'
import { createDatabases, dropDatabases, versionOf } from './databases.js'
import { clickhouseLayouts } from './layouts.js'
import { checkRollups } from './views/rollups/check.js'
import { rollupState } from './views/rollups/state.js'
import { deviceSlots, rollups as views, rollupSet } from './views/rollups/tables.js'
import { createKiller } from './killer.js'
import { nodesOf } from './cluster/nodes.js'
import { answerFromSnapshot } from './views/activity-snapshot/answer.js'
import { checkSnapshot } from './views/activity-snapshot/check.js'
import { snapshotName } from './views/activity-snapshot/snapshot.js'
import { snapshotState, upkeep, type Upkeep } from './views/activity-snapshot/state.js'
import { hasContexts, recall } from './ingest/lookback.js'
import { questionRunner } from './query/run.js'
import { createSqlReader } from './sandbox/reader.js'
import { readerRequests } from './sandbox/request.js'
import { createServerAccounts } from './sandbox/server-accounts.js'
import { createSlotAccounts } from './sandbox/account-pool.js'
import { pathLimits } from './dynamic-paths.js'
import { placeOf, type Place } from './cluster/database.js'
import { clusterServers, singleServer } from './cluster/servers.js'
import { verifyShards } from './cluster/verify-shards.js'
import { countedAsk } from './promoted/ask.js'
import { defaultMostPromoted, promotionRules, type PromotionRules } from './promoted/decide.js'
import { promotedState } from './promoted/state.js'
import { alwaysAttached, holdingReader, idleTables } from './idle-tables.js'
import { statementControl } from './statements.js'

export interface ClickHouseOptions {
  readonly connection: ClickHouseConnection
  /** The name of the cluster that the server is part of; null: it stands alone. */
  readonly cluster?: string | null
  readonly log: Log
  /** Whether rollups answer where they can; `assumed`: without asking whether they are built. */
  readonly rollups?: boolean | 'assumed'
  /** When the days of persons are made. */
  readonly personDays?: Upkeep
  /** Names of rules that are left out: the answers are the same. */
  readonly withoutRules?: readonly string[]
  /** When properties of events get typed columns of their own. */
  readonly promotion?: PromotionRules
  /** For an engine of ours: milliseconds without use after which tables are detached; 0: all are attached. */
  readonly idleMs?: number
}

/** The analytics store on ClickHouse, always over HTTP: a database for each workspace. */
export function createClickHouseStore({
  connection,
  cluster = null,
  log,
  rollups = true,
  personDays = upkeep,
  withoutRules = [],
  promotion = promotionRules(defaultMostPromoted),
  idleMs,
}: ClickHouseOptions): AnalyticsStore {
  const client = connect(connection)
  /** Connections of their own: questions that wait for one do not hold up ingestion. */
  const asking = connect(connection)
  const servers =
    cluster === null ? singleServer(client) : clusterServers(cluster, [client, ...othersOf(connection)])
  const at = (workspace: WorkspaceRef): Place => placeOf(workspace, cluster)
  const killer = createKiller(servers, log)
  const promoted = promotedState(servers, log, promotion)
  const ask = countedAsk(questionRunner(servers, asking, killer), promoted)
  const paths = pathLimits(client)
  const append = createAppend(servers, paths)
  const state = rollupState(servers, log)
  const days = snapshotState({ servers, log, rollups: state, upkeep: personDays })
  /** The generation that statements without facts read. */
  const assumed = rollups === 'assumed' ? 1 : null
  const create = (workspace: WorkspaceRef): Promise<void> =>
    tables.during(workspace, async () => {
      await createDatabases(servers, workspace, paths)
      await state.prepare(workspace).catch(refuse)
      layouts.made(workspace)
    })
  const layouts = createLayouts(
    clickhouseLayouts({
      servers,
      paths,
      create,
      changed: (workspace) => state.prepare(workspace).catch(refuse),
      during: (workspace, work) => tables.during(workspace, work),
    }),
    log,
  )
  const spread = new Map<number, Promise<void>>()
  /** On a cluster also: whether the shards are those that the workspace was spread over, once in this process. */
  const ready = async (workspace: WorkspaceRef): Promise<void> => {
    await layouts.ready(workspace)
    if (cluster === null) return
    const { number } = workspace
    const checked = spread.get(number) ?? verifyShards(servers, at(workspace)).catch(refuse)
    spread.set(number, checked)
    await checked.catch((error: unknown) => {
      spread.delete(number)
      throw error
    })
  }
  const { readers } = connection
  const accounts =
    readers === undefined
      ? createServerAccounts(servers, connection.password ?? new URL(connection.url).password)
      : createSlotAccounts(servers, readers)
  /** Drops what this process knows of a workspace, and its members' views. */
  const forget = async (workspace: WorkspaceRef): Promise<void> => {
    state.forget(workspace)
    days.forget(workspace)
    promoted.forget(workspace)
    await accounts.drop(workspace)
  }
  const tables = idleMs === undefined ? alwaysAttached : idleTables({ client, log, idleMs, leaving: forget })
  const requests = readerRequests(connection.url)
  const use = statementUse()
  const statements = statementControl(connection, cluster, use)
  const capacity = capacityReader(connection, cluster)
  /** Whether what comes in since a snapshot can be told: its parts are those of one server. */
  const keepsDays = cluster === null && rollups === true
  const store = {
    engine: 'clickhouse',
    native: nativeOperators,
    async facts(workspace: WorkspaceRef): Promise<ClickHouseFacts> {
      if (rollups === true) await state.know(workspace).catch(refuse)
      const generation = rollups === true ? state.generation(workspace) : assumed
      const snapshot = (keepsDays && generation !== null && days.current(workspace)) || null
      const freshness = generation === null ? 'absent' : 'whole'
      return Object.freeze({
        views: [
          ...views.map(({ name }) => ({ name, freshness }) as const),
          ...(keepsDays
            ? [{ name: snapshotName, freshness: snapshot === null ? 'absent' : 'delta' } as const]
            : []),
        ],
        ...{ generation, snapshot, promoted: promoted.current(workspace) },
      })
    },
    compile(workspace: WorkspaceRef, plan: Relation, facts?: ClickHouseFacts): ClickHouseQuery {
      const { generation = assumed, snapshot = null, promoted } = facts ?? {}
      const views = generation === null ? null : rollupSet(generation)
      return compileQuery(workspace, plan, { cluster, views, snapshot, promoted, withoutRules })
    },
    run: (query: RunnableQuery, limits: Limits, signal?: AbortSignal) =>
      use.during(query.workspace, async () => {
        const { workspace, snapshot = null, reads = [] } = query
        if (keepsDays && reads.includes(deviceSlots.name)) days.asked(workspace)
        try {
          const found =
            snapshot && (await answerFromSnapshot(workspace, snapshot, { ask, state: days, limits, signal }))
          return found ?? (await ask(query, limits, signal))
        } catch (error) {
          if (isGoneView(error)) state.doubt(workspace)
          throw error
        }
      }),
    explain: (
      workspace: WorkspaceRef,
      plan: Relation,
      limits: Limits,
      signal?: AbortSignal,
    ): Promise<Explanation> =>
      use.during(workspace, async () => {
        if (keepsDays) await days.find(workspace).catch(refuse)
        const facts = await store.facts(workspace)
        const query = store.compile(workspace, plan, facts)
        return explainQuery(query, facts.views, { ask, state: days, limits, signal })
      }),
    properties: propertyFinder(
      (workspace, source, sample) => propertyQueries(workspace, at(workspace).database, source, sample),
      ask,
    ),
    append: (workspace: WorkspaceRef, batch: Batch) => append(at(workspace), batch).catch(refuse),
    dataVersion: (workspace: WorkspaceRef) => dataVersion(servers, at(workspace)).catch(refuse),
    recall: (workspace: WorkspaceRef, request: RecallRequest) =>
      recall(servers, at(workspace).database, request),
    hasContexts: (workspace: WorkspaceRef) => hasContexts(servers, at(workspace).database),
    createWorkspace: create,
    async dropWorkspace(workspace: WorkspaceRef) {
      layouts.forget(workspace)
      spread.delete(workspace.number)
      await forget(workspace).catch(refuse)
      // The engine leaves the files of detached tables behind.
      await tables.during(workspace, () => dropDatabases(servers, at(workspace)))
      tables.forget(workspace)
    },
    async start(workspaces: readonly WorkspaceRef[]) {
      await servers.layout().catch(refuse)
      await layouts.start(workspaces).catch(refuse)
      await tables.start().catch(refuse)
    },
    async prepare(workspaces: readonly WorkspaceRef[]) {
      await layouts.start(workspaces).catch(refuse)
      const lane = lanes(preparedAtOnce)
      const prepareOne = (workspace: WorkspaceRef): Promise<void> =>
        tables.during(workspace, async () => {
          await layouts.ready(workspace)
          await verifyShards(servers, at(workspace)).catch(refuse)
          await state.prepare(workspace).catch(refuse)
        })
      await Promise.all(workspaces.map((workspace) => lane(() => prepareOne(workspace))))
    },
    rollups: {
      async check(workspace: WorkspaceRef) {
        const reports = await checkRollups(servers, state, workspace).catch(refuse)
        if (cluster !== null) return reports
        return [...reports, ...(await checkSnapshot(servers, days, workspace).catch(refuse))]
      },
      async rebuild(workspace: WorkspaceRef) {
        await state.rebuild(workspace).catch(refuse)
        if (cluster === null) days.rebuild(workspace)
      },
    },
    capacity: () => capacity.read().catch(refuse),
    async ping() {
      return versionOf(servers).catch(refuse)
    },
    ...(cluster !== null && { members: () => nodesOf(servers).catch(refuse) }),
    sql: holdingReader(
      notedReader(createSqlReader({ servers, accounts, requests, killer, log }), use),
      tables,
    ),
    statements,
    async close() {
      await layouts.close()
      await tables.close()
      state.close()
      killer.close()
      await days.close()
      await promoted.close()
      requests.close()
      await Promise.all([
        servers.close(),
        client.close(),
        asking.close(),
        statements.rest(),
        capacity.close(),
      ])
    },
  } satisfies AnalyticsStore
  return readyFirst(store, (workspace, work) =>
    tables.during(workspace, async () => {
      await ready(workspace)
      return work()
    }),
  )
}

type RunnableQuery = Parameters<AnalyticsStore['run']>[0] & Partial<Pick<ClickHouseQuery, 'snapshot'>>

/** The other servers of a cluster without a Keeper, under the same account. */
const othersOf = ({ others = [], ...connection }: ClickHouseConnection): readonly ClickHouseClient[] =>
  others.map((url) => connect({ ...connection, url }))

/** About ten statements each, which the engine would else wait between. */
const preparedAtOnce = 8

function refuse(error: unknown): never {
  throw clickhouseError(error)
}
