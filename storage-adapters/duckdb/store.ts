import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import {
  type AnalyticsStore,
  type Capacity,
  countedAsk,
  defaultMostPromoted,
  formsFit,
  limiter,
  type Log,
  type NativeForms,
  type PromotedNames,
  promotedState,
  type PromotionRules,
  promotionRules,
  propertyFinder,
  type StoreFacts,
  type WorkspaceRef,
  withForms,
} from 'sextant/storage'
import { openDatabase, type Database, type DatabaseOptions } from './database.js'
import { duckdbError, isGoneColumn } from './errors.js'
import { appendBatch } from './ingest/append.js'
import { hasContexts, hasGroupCalls, recall } from './ingest/lookback.js'
import { duckdbColumns } from './promoted/columns.js'
import { duckdbPromoted } from './promoted/tables.js'
import { compileQuery } from './query/compile-query.js'
import { duckdbDialect } from './query/dialect.js'
import { propertyQueries } from './query/properties.js'
import { runQuery } from './query/run.js'
import { schemaOf, tableStatements } from './tables.js'
import { createTurns } from './turns.js'

export interface DuckDbOptions extends DatabaseOptions {
  /** Names of rules that are left out; the answers do not change. */
  readonly withoutRules?: readonly string[]
  /** The rules of when properties get columns of their own that differ from the usual ones. */
  readonly promotion?: Partial<PromotionRules>
  readonly log: Log
  /** The native forms of plugins; none by default. */
  readonly nativeForms?: NativeForms
}

/** Facts about a workspace that its statements are compiled by: the properties that have columns of their own. */
export interface DuckDbFacts extends StoreFacts {
  readonly promoted: PromotedNames
}

/**
 * Questions that run side by side, each on all cores. The engine works on Node's four threads for blocking
 * work, and appends, files and password hashes need some of them.
 */
const questionsAtOnce = 2

/**
 * The analytics store on one DuckDB file, in this process. Each workspace has a schema. One process writes;
 * the engine locks the file against a second one. Members' SQL is absent: the engine has no accounts.
 */
export function createDuckDbStore({
  withoutRules = [],
  nativeForms = new Map(),
  promotion = {},
  log,
  ...options
}: DuckDbOptions): AnalyticsStore {
  const dialect = withForms(duckdbDialect, 'duckdb', nativeForms)
  let opened: Promise<Database> | undefined
  const database = (): Promise<Database> => (opened ??= openDatabase(options))
  const turns = createTurns()
  /** Every process start and every append changes the version. */
  const started = randomUUID()
  const versions = new Map<number, number>()
  let changes = 0
  const changed = ({ number }: WorkspaceRef): void => void versions.set(number, ++changes)

  const withConnection = async <T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> => {
    try {
      return await (await database()).withConnection(work)
    } catch (error) {
      throw duckdbError(error)
    }
  }
  const create = (workspace: WorkspaceRef): Promise<void> =>
    withConnection(async (connection) => {
      await connection.run(`BEGIN; ${tableStatements(schemaOf(workspace))}; COMMIT`)
      changed(workspace)
    })
  const tables = duckdbPromoted({ withConnection, turns })
  const rules = { ...promotionRules(defaultMostPromoted), ...promotion }
  const promoted = promotedState({ tables, columns: duckdbColumns, log, rules })
  const questions = limiter(questionsAtOnce)
  const ask: AnalyticsStore['run'] = async (query, limits, signal) => {
    const opened = await database()
    return questions(() => runQuery(opened, query, limits, signal))
  }
  const run = countedAsk(ask, promoted, isGoneColumn)

  const store: AnalyticsStore = {
    engine: 'duckdb',
    native: new Set(Object.keys(dialect.operators)),
    fits: formsFit(nativeForms),
    facts: (workspace): Promise<DuckDbFacts> =>
      Promise.resolve(Object.freeze({ views: [], promoted: promoted.current(workspace) })),
    compile: (workspace, plan, facts?: DuckDbFacts) =>
      compileQuery(workspace, plan, { withoutRules, dialect, promoted: facts?.promoted }),
    run,
    properties: propertyFinder(propertyQueries, run),
    append: (workspace, batch) =>
      turns.next(workspace.number, () =>
        withConnection(async (connection) => {
          // Columns are added and dropped in turns, too: these are those of the tables until the append ends.
          await appendBatch(connection, workspace.number, batch, await tables.read(workspace))
          changed(workspace)
        }),
      ),
    dataVersion: async (workspace) => {
      await database()
      return `${started} ${versions.get(workspace.number) ?? 0}`
    },
    recall: (workspace, request) =>
      withConnection((connection) => recall(connection, schemaOf(workspace), request)),
    hasContexts: (workspace) => withConnection((connection) => hasContexts(connection, schemaOf(workspace))),
    hasGroupCalls: (workspace) =>
      withConnection((connection) => hasGroupCalls(connection, schemaOf(workspace))),
    createWorkspace: create,
    dropWorkspace: (workspace) => {
      promoted.forget(workspace)
      return turns.next(workspace.number, () =>
        withConnection(async (connection) => {
          await connection.run(`DROP SCHEMA IF EXISTS ${schemaOf(workspace)} CASCADE`)
          versions.delete(workspace.number)
          await tables.forget(workspace)
        }),
      )
    },
    start: async (workspaces) => {
      const known = await schemas()
      for (const workspace of workspaces) if (!known.has(schemaOf(workspace))) await create(workspace)
    },
    prepare: (workspaces) => store.start(workspaces),
    capacity: async (): Promise<Capacity> => ({
      openFiles: null,
      memory: await withConnection(memoryUsage),
      connections: null,
      disk: options.directory === null ? null : await diskSpace(options.directory),
      dataBytes: await withConnection(storedBytes),
      parts: null,
      workspaces: [],
    }),
    ping: async () => {
      await withConnection((connection) => connection.run('SELECT 1'))
      return (await database()).version
    },
    close: async () => {
      if (opened === undefined) return
      await promoted.close()
      await turns.ended()
      ;(await opened).close()
    },
  }

  const schemas = (): Promise<ReadonlySet<string>> =>
    withConnection(async (connection) => {
      const found = await connection.runAndReadAll('SELECT DISTINCT schema_name FROM duckdb_schemas()')
      return new Set(found.getRows().map(([name]) => `"${String(name)}"`))
    })
  const memoryUsage = async (connection: DuckDBConnection): Promise<Capacity['memory']> => {
    const found = await connection.runAndReadAll(
      'SELECT sum(memory_usage_bytes)::DOUBLE FROM duckdb_memory()',
    )
    return { used: Number(found.getRows()[0]?.[0] ?? 0), limit: options.memoryBytes }
  }
  return Object.freeze(store)
}

async function storedBytes(connection: DuckDBConnection): Promise<number | null> {
  const found = await connection.runAndReadAll(
    'SELECT sum(block_size * total_blocks)::DOUBLE FROM pragma_database_size()',
  )
  return Number(found.getRows()[0]?.[0] ?? 0)
}

async function diskSpace(directory: string): Promise<Capacity['disk']> {
  const { bavail, blocks, bsize } = await statfs(directory)
  return { free: bavail * bsize, total: blocks * bsize }
}
