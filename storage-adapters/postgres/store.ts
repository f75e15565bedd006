import type pg from 'pg'
import {
  FactsChanged,
  type AnalyticsStore,
  type Batch,
  type CompiledQuery,
  type Explanation,
  type Limits,
  type Log,
  type NativeForms,
  type Relation,
  type StoreFacts,
  type WorkspaceRef,
} from '../../contract/index.js'
import { formsFit, withForms } from '../sql/native-forms.js'
import { propertyFinder } from '../sql/properties.js'
import { notedReader, statementUse } from '../sql/use.js'
import { createLayouts } from '../sql/layouts.js'
import { readyFirst } from '../sql/ready-first.js'
import { retryLost } from './ingest/retry.js'
import { appendBatch } from './ingest/append.js'
import { connectionCounts } from './connection-count.js'
import { postgresDialect } from './query/dialect.js'
import { capacityOf } from './capacity.js'
import { dataVersion, versionFunction } from './data-version.js'
import { analyticsError } from './errors.js'
import { compileQuery } from './query/compile-query.js'
import type { RecordConnection } from './records/connection.js'
import { dropWorkspace } from './drop.js'
import { postgresLayouts, recordStatement, schemaOf, steps } from './layouts.js'
import { openPools } from './pools.js'
import { propertyQueries } from './query/properties.js'
import { hasContexts, hasGroupCalls, recall } from './ingest/lookback.js'
import { postgresViews } from './views/catalogue.js'
import { rollupSet } from './views/rollups/tables.js'
import { daysFunctions } from './views/device-days/triggers.js'
import { daysView } from './views/device-days/view.js'
import { rollupFunctions, rollupView } from './views/rollups/triggers.js'
import type { TriggeredView } from './views/triggered/view.js'
import { application, boundedText, runQuery } from './query/run.js'
import { makeReader, readGround } from './sandbox/prepare.js'
import { createSqlReader, type Ground } from './sandbox/reader.js'
import { statisticsKeeper } from './ingest/statistics.js'
import { statementControl } from './statements.js'
import { shadowStatements } from './sandbox/shadows.js'
import { functionStatements } from './tables.js'

export interface PostgresOptions {
  readonly connection: RecordConnection
  readonly log: Log
  /** Whether rollups answer; they are maintained in any case. `assumed`: they answer without facts too. */
  readonly views?: boolean | 'assumed'
  /**
   * Whether planner statistics are updated under load; otherwise
   * autovacuum updates them up to a minute later.
   */
  readonly statistics?: boolean
  /** Names of rules that are left out; the answers do not change. */
  readonly withoutRules?: readonly string[]
  /** The most connections for questions; those of ingestion and cancelling are in addition. */
  readonly questions?: number
  /** The most connections for ingestion and the maintenance of tables. */
  readonly poolSize?: number
  /** The native forms of plugins; none by default. */
  readonly nativeForms?: NativeForms
}

/** The analytics store on Postgres, with a schema for each workspace. */
export function createPostgresStore({
  connection,
  log,
  views: answering = true,
  statistics: keepsStatistics = true,
  withoutRules = [],
  questions = 16,
  poolSize = connectionCounts.ingestion,
  nativeForms = new Map(),
}: PostgresOptions): AnalyticsStore {
  const pools = openPools(connection, { questions, ingestion: poolSize }, log)
  const pool = pools.ingestion
  let known: Promise<Ground> | undefined
  /** Creates the functions and reads the accounts once; again after a failure. */
  const ground = (): Promise<Ground> =>
    (known ??= locked(pools.changing, async (client) => {
      await client.query(
        functionStatements + versionFunction + rollupFunctions + daysFunctions + shadowStatements,
      )
      return readGround(client, log)
    }).catch((error: unknown) => {
      known = undefined
      throw error
    }))
  const sql = createSqlReader({ connection, pool: pools.cancelling, log, ground })
  const use = statementUse()
  const statements = statementControl({ connection, application, use })
  const views = postgresViews({
    withClient: (work) => withClient(pool, work),
    ...{ schemaOf, log, answer: answering !== false },
  })
  const statistics = statisticsKeeper((work) => withClient(pool, work), schemaOf, log)
  const create = async (workspace: WorkspaceRef): Promise<void> => {
    await createWorkspace(pools.changing, workspace, await ground(), log)
    layouts.made(workspace)
  }
  const layouts = createLayouts(
    postgresLayouts({
      locked: (work) => locked(pools.changing, work),
      withClient: (work) => withClient(pools.changing, work),
      ground,
      create,
      log,
    }),
    log,
  )
  const run: AnalyticsStore['run'] = (query, limits, signal) =>
    use.during(query.workspace, async () => {
      await statistics.settled(query.workspace)
      try {
        return await runQuery(pools, query, limits, signal, log)
      } catch (error) {
        if (error instanceof FactsChanged) views.doubt(query.workspace, query.reads ?? [])
        throw error
      }
    })
  const dialect = withForms(postgresDialect, 'postgres', nativeForms)
  const store = {
    engine: 'postgres',
    native: new Set(Object.keys(dialect.operators)),
    fits: formsFit(nativeForms),
    facts: (workspace: WorkspaceRef): Promise<StoreFacts> =>
      Promise.resolve(Object.freeze({ views: views.states(workspace) })),
    compile(workspace: WorkspaceRef, plan: Relation, facts?: StoreFacts): CompiledQuery {
      const answers = (view: TriggeredView): boolean =>
        answering === 'assumed' ||
        facts?.views.every(({ name, freshness }) => freshness === 'whole' || !view.names.includes(name)) ===
          true
      const views = answers(rollupView) ? rollupSet : null
      return compileQuery(workspace, plan, { views, days: answers(daysView), withoutRules, dialect })
    },
    run,
    explain: (workspace: WorkspaceRef, plan: Relation, limits: Limits): Promise<Explanation> =>
      use.during(workspace, async () => {
        if (answering) await views.look(workspace)
        const facts = await store.facts(workspace)
        const query = store.compile(workspace, plan, facts)
        const { fired = [], reads = [], parameters } = query
        const answer = { purpose: 'answer', text: boundedText(query, limits), parameters }
        return { rules: fired, views: facts.views, reads, statements: [answer] }
      }),
    properties: propertyFinder(
      (workspace, source, sample) => propertyQueries(workspace, schemaOf(workspace), source, sample),
      run,
    ),
    append(workspace: WorkspaceRef, batch: Batch) {
      const append = (): Promise<void> =>
        retryLost(() =>
          withClient(pool, (client) => appendBatch(client, schemaOf(workspace), workspace.number, batch)),
        )
      return keepsStatistics ? statistics.during(workspace, rowsOf(batch), append) : append()
    },
    dataVersion: (workspace: WorkspaceRef) =>
      withClient(pool, (client) => dataVersion(client, schemaOf(workspace))),
    recall: (workspace, request) =>
      withClient(pool, (client) => recall(client, schemaOf(workspace), request)),
    hasContexts: (workspace) => withClient(pool, (client) => hasContexts(client, schemaOf(workspace))),
    hasGroupCalls: (workspace) => withClient(pool, (client) => hasGroupCalls(client, schemaOf(workspace))),
    createWorkspace: create,
    async dropWorkspace(workspace: WorkspaceRef) {
      const { accounts } = await ground()
      layouts.forget(workspace)
      sql.forget(workspace.number)
      views.forget(workspace)
      statistics.forget(workspace)
      await dropWorkspace(pool, schemaOf(workspace), workspace.number, accounts)
    },
    start: (workspaces: readonly WorkspaceRef[]) => layouts.start(workspaces),
    async prepare(workspaces: readonly WorkspaceRef[]) {
      await layouts.start(workspaces)
      for (const workspace of workspaces) {
        await layouts.ready(workspace)
        await views.look(workspace)
      }
    },
    views,
    capacity: () => withClient(pools.cancelling, (client) => capacityOf(client, connection)),
    sql: notedReader(sql, use),
    statements,
    async ping() {
      const { rows } = await withClient(pool, (client) =>
        client.query<{ server_version: string }>('SHOW server_version'),
      )
      return rows[0]?.server_version ?? ''
    },
    async close() {
      sql.close()
      // At the same time: background work fails when its connection ends.
      await Promise.all([
        layouts.close(),
        views.close(),
        statistics.close(),
        pools.close(),
        statements.rest(),
      ])
    },
  } satisfies AnalyticsStore
  return readyFirst(store, async (workspace, work) => {
    await layouts.ready(workspace)
    return work()
  })
}

const rowsOf = (batch: Batch): number =>
  Object.values<readonly unknown[]>({ ...batch }).reduce((sum, rows) => sum + rows.length, 0)

async function createWorkspace(
  pool: pg.Pool,
  workspace: WorkspaceRef,
  ground: Ground,
  log: Log,
): Promise<void> {
  const schema = schemaOf(workspace)
  await locked(pool, async (client) => {
    await client.query(`BEGIN; CREATE SCHEMA ${schema}`)
    for (const step of steps) await step.apply({ client, schema })
    await makeReader(client, workspace, schema, ground, log)
    await client.query(recordStatement(schema, { applied: steps.length, finished: steps.length }))
    await client.query('COMMIT')
  })
}

/** The advisory lock for creating tables and roles: two processes may start at once. */
const prepareLock = 0x5e88

const locked = <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  withClient(pool, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [prepareLock])
    const result = await work(client)
    await client.query('SELECT pg_advisory_unlock($1)', [prepareLock])
    return result
  })

/**
 * Runs work on a connection of the pool. After a failure the connection is
 * closed, and with it its locks and transaction.
 */
async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  let client: pg.PoolClient | undefined
  try {
    client = await pool.connect()
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
    client?.release(true)
    throw analyticsError(error)
  }
}
