import type { ClickHouseClient } from '@clickhouse/client'
import {
  type AnalyticsStore,
  type Batch,
  type Explanation,
  type Limits,
  type Log,
  type NativeForms,
  type RecallRequest,
  type Relation,
  type WorkspaceRef,
} from '../../contract/index.js'
import { formsFit, withForms } from '../sql/native-forms.js'
import { resolveScans } from '../sql/rules/resolve-persons.js'
import { propertyFinder } from '../sql/properties.js'
import { notedReader, statementUse } from '../sql/use.js'
import { limiter } from '../sql/limiter.js'
import { createLayouts } from '../sql/layouts.js'
import { readyFirst } from '../sql/ready-first.js'
import { createAppend } from './ingest/append.js'
import { capacityReader } from './capacity.js'
import { dataVersion } from './data-version.js'
import { connect, type ClickHouseConnection } from './connection.js'
import { answerFromBranches, lastBranches } from './query/branch-forms.js'
import { compileQuery, type ClickHouseQuery } from './query/compile-query.js'
import { orByGroups } from './query/or-by-groups.js'
import { compiledPlans } from './query/compiled-plans.js'
import { clickhouseDialect } from './query/dialect.js'
import { explainQuery } from './query/explain.js'
import { nativeOperators } from './query/rules/index.js'
import { clickhouseError, isGoneView } from './errors.js'
import type { ClickHouseFacts } from './facts.js'
import { propertyQueries } from './query/properties.js'
import { createDatabases, dropDatabases, versionOf } from './databases.js'
import { clickhouseLayouts } from './layouts.js'
import { clickhouseViews } from './views/catalogue.js'
import { rollupSet } from './views/rollups/tables.js'
import { createKiller } from './killer.js'
import { nodesOf } from './cluster/nodes.js'
import { answerFromViews, type ViewForms } from './views/answer.js'
import { clusterUpkeep, upkeep, type Upkeep } from './views/activity-snapshot/upkeep.js'
import { hasContexts, hasGroupCalls, recall } from './ingest/lookback.js'
import { questionRunner } from './query/run.js'
import { createSqlReader } from './sandbox/reader.js'
import { readerRequests } from './sandbox/request.js'
import { serverRequests } from './server-requests.js'
import { createServerAccounts } from './sandbox/server-accounts.js'
import { createAccountPool } from './sandbox/account-pool.js'
import { knownSettings } from './table-settings.js'
import { databaseOf, type WorkspaceDatabase } from './cluster/database.js'
import { clusterServers, singleServer } from './cluster/servers.js'
import { verifyShards } from './cluster/verify-shards.js'
import { countedAsk } from '../sql/promoted/ask.js'
import { defaultMostPromoted, promotionRules, type PromotionRules } from '../sql/promoted/decide.js'
import { promotedState } from '../sql/promoted/state.js'
import { clickhouseColumns } from './promoted/columns.js'
import { isGoneColumn } from './promoted/gone-column.js'
import { promotedTables } from './promoted/tables.js'
import { alwaysAttached, holdingReader, idleTables } from './idle-tables.js'
import { statementControl } from './statements.js'

/** How the store is opened. */
export interface ClickHouseOptions {
  readonly connection: ClickHouseConnection
  /** The cluster that the server belongs to, or null for a single server. */
  readonly cluster?: string | null
  readonly log: Log
  /** Whether rollups answer where they can; `assumed` does not check that they are built. */
  readonly views?: boolean | 'assumed'
  /** When the activity snapshot is built and extended. */
  readonly personDays?: Upkeep
  /** Names of rules to skip; the answers stay the same. */
  readonly withoutRules?: readonly string[]
  /** The rules of when properties get columns of their own that differ from the usual ones. */
  readonly promotion?: Partial<PromotionRules>
  /** For an embedded engine: idle time in ms after which tables are detached; 0 keeps all attached. */
  readonly idleMs?: number
  /** The native forms of plugins; none by default. */
  readonly nativeForms?: NativeForms
}

/** Connections for appends: many workspaces may be written to at once. */
const mostShort = 64

/** Returns the analytics store on ClickHouse over HTTP, with one database per workspace. */
export function createClickHouseStore({
  connection,
  cluster = null,
  log,
  views: answering = true,
  personDays = cluster === null ? upkeep : clusterUpkeep,
  withoutRules = [],
  promotion = {},
  idleMs,
  nativeForms = new Map(),
}: ClickHouseOptions): AnalyticsStore {
  const client = connect(connection)
  const asking = serverRequests(connection)
  /** For appends and versions of the data, which must not wait for questions. */
  const short = serverRequests(connection, mostShort)
  const servers =
    cluster === null ? singleServer(client) : clusterServers(cluster, [client, ...othersOf(connection)])
  const at = (workspace: WorkspaceRef): WorkspaceDatabase => databaseOf(workspace, cluster)
  const killer = createKiller(servers, log)
  const promoted = promotedState({
    tables: promotedTables(servers),
    columns: clickhouseColumns,
    log,
    rules: { ...promotionRules(defaultMostPromoted), ...promotion },
  })
  const ask = countedAsk(orByGroups(questionRunner(servers, asking, killer)), promoted, isGoneColumn)
  const settings = knownSettings(client)
  const lookUps = { servers, requests: short }
  const append = createAppend(servers, short, settings)
  const views = clickhouseViews({ servers, log, answer: answering, upkeep: personDays })
  const create = (workspace: WorkspaceRef): Promise<void> =>
    tables.during(workspace, async () => {
      await createDatabases(servers, workspace, settings)
      await (cluster === null ? views.created(workspace) : views.prepare(workspace)).catch(rethrow)
      layouts.made(workspace)
    })
  const layouts = createLayouts(
    clickhouseLayouts({
      servers,
      settings,
      create,
      changed: (workspace) => views.prepare(workspace).catch(rethrow),
      during: (workspace, work) => tables.during(workspace, work),
    }),
    log,
  )
  const spread = new Map<number, Promise<void>>()
  /**
   * Applies pending layout steps. On a cluster it also checks, once per process, that the shards are those
   * that the workspace was spread over.
   */
  const ready = async (workspace: WorkspaceRef): Promise<void> => {
    await layouts.ready(workspace)
    if (cluster === null) return
    const { number } = workspace
    const checked = spread.get(number) ?? verifyShards(servers, at(workspace)).catch(rethrow)
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
      : createAccountPool(servers, readers)
  /** Drops what this process caches about a workspace, and its members' views. */
  const forget = async (workspace: WorkspaceRef): Promise<void> => {
    views.forget(workspace)
    promoted.forget(workspace)
    await accounts.drop(workspace)
  }
  const tables =
    idleMs === undefined
      ? alwaysAttached
      : idleTables({ client, log, idleMs, hidden: connection.hiddenDefinitions, leaving: forget })
  const requests = readerRequests(connection.url)
  const use = statementUse()
  const statements = statementControl(connection, cluster, use)
  const capacity = capacityReader(connection, cluster)
  const last = lastBranches()
  const dialect = withForms(clickhouseDialect, 'clickhouse', nativeForms)
  const compiled = compiledPlans((workspace, plan, { generation, snapshot, persons, promoted }) => {
    const fresh = generation === null ? null : rollupSet(generation)
    const by = { views: fresh, snapshot, persons, promoted }
    return compileQuery(workspace, plan, { cluster, ...by, withoutRules, dialect })
  })
  const store = {
    engine: 'clickhouse',
    native: nativeOperators(dialect),
    fits: formsFit(nativeForms),
    async facts(workspace: WorkspaceRef): Promise<ClickHouseFacts> {
      const known = await views.facts(workspace).catch(rethrow)
      return Object.freeze({ ...known, promoted: promoted.current(workspace) })
    },
    compile(workspace: WorkspaceRef, plan: Relation, facts?: ClickHouseFacts): ClickHouseQuery {
      const { generation = views.assumed, snapshot = null, persons = null, promoted } = facts ?? {}
      return compiled(workspace, plan, { generation, snapshot, persons, promoted })
    },
    run: (query: RunnableQuery, limits: Limits, signal?: AbortSignal) =>
      use.during(query.workspace, async () => {
        const { workspace, branches = null, reads = [], rules = [] } = query
        const options = { ask, state: views.snapshot, limits, signal }
        views.read(workspace, reads, rules.includes(resolveScans.name))
        try {
          const found = await answerFromViews(workspace, query, options)
          if (found) return found
          if (branches) return await answerFromBranches(branches, query, { ask, limits, signal, last })
          return await ask(query, limits, signal)
        } catch (error) {
          if (isGoneView(error)) views.doubt(workspace)
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
        await views.find(workspace).catch(rethrow)
        const facts = await store.facts(workspace)
        const query = store.compile(workspace, plan, facts)
        return explainQuery(query, facts.views, { ask, state: views.snapshot, limits, signal, last })
      }),
    properties: propertyFinder(
      (workspace, source, sample) => propertyQueries(workspace, at(workspace).name, source, sample),
      ask,
    ),
    append: (workspace: WorkspaceRef, batch: Batch) => append(at(workspace), batch).catch(rethrow),
    dataVersion: (workspace: WorkspaceRef) => dataVersion(servers, short, at(workspace)).catch(rethrow),
    recall: (workspace: WorkspaceRef, request: RecallRequest) => recall(lookUps, at(workspace).name, request),
    hasContexts: (workspace: WorkspaceRef) => hasContexts(lookUps, at(workspace).name),
    hasGroupCalls: (workspace: WorkspaceRef) => hasGroupCalls(lookUps, at(workspace).name),
    createWorkspace: create,
    async dropWorkspace(workspace: WorkspaceRef) {
      layouts.forget(workspace)
      spread.delete(workspace.number)
      await forget(workspace).catch(rethrow)
      // Attaches the tables first: dropping a database leaves the files of detached tables behind.
      await tables.during(workspace, () => dropDatabases(servers, at(workspace)))
      tables.forget(workspace)
    },
    async start(workspaces: readonly WorkspaceRef[]) {
      await servers.layout().catch(rethrow)
      await layouts.start(workspaces).catch(rethrow)
      await tables.start().catch(rethrow)
    },
    async prepare(workspaces: readonly WorkspaceRef[]) {
      await layouts.start(workspaces).catch(rethrow)
      const limited = limiter(preparedAtOnce)
      const prepareOne = (workspace: WorkspaceRef): Promise<void> =>
        tables.during(workspace, async () => {
          await layouts.ready(workspace)
          await verifyShards(servers, at(workspace)).catch(rethrow)
          await views.prepare(workspace).catch(rethrow)
        })
      await Promise.all(workspaces.map((workspace) => limited(() => prepareOne(workspace))))
    },
    views: {
      check: (workspace: WorkspaceRef) => views.check(workspace).catch(rethrow),
      rebuild: (workspace: WorkspaceRef) => views.rebuild(workspace).catch(rethrow),
    },
    capacity: () => capacity.read().catch(rethrow),
    async ping() {
      return versionOf(servers).catch(rethrow)
    },
    ...(cluster !== null && { members: () => nodesOf(servers).catch(rethrow) }),
    sql: holdingReader(
      notedReader(createSqlReader({ servers, accounts, requests, killer, log }), use),
      tables,
    ),
    statements,
    async close() {
      await layouts.close()
      await tables.close()
      killer.close()
      await views.close()
      await promoted.close()
      requests.close()
      asking.close()
      short.close()
      await Promise.all([servers.close(), client.close(), statements.rest(), capacity.close()])
    },
  } satisfies AnalyticsStore
  return readyFirst(store, (workspace, work) =>
    tables.during(workspace, async () => {
      await ready(workspace)
      return work()
    }),
  )
}

type RunnableQuery = Parameters<AnalyticsStore['run']>[0] &
  ViewForms &
  Partial<Pick<ClickHouseQuery, 'branches'>>

/** Clients of the other servers of a cluster without a Keeper, under the same account. */
const othersOf = ({ others = [], ...connection }: ClickHouseConnection): readonly ClickHouseClient[] =>
  others.map((url) => connect({ ...connection, url }))

/**
 * Workspaces prepared in parallel: each takes about ten statements in sequence, between which the engine
 * would idle.
 */
const preparedAtOnce = 8

function rethrow(error: unknown): never {
  throw clickhouseError(error)
}
