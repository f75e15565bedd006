import type { ClickHouseClient } from '@clickhouse/client'
import {
  columnsOf,
  type AnalyticsStore,
  type CompiledQuery,
  type Log,
  type Relation,
  type WorkspaceRef,
} from '../../core/contract/index.js'
import { compileStatement } from '../sql/compile.js'
import { propertyFinder } from '../sql/properties.js'
import { createAppend } from './append.js'
import { connect, type ClickHouseConnection } from './connection.js'
import { clickhouseDialect, createParameters } from './dialect.js'
import { clickhouseError, isGoneRollup } from './errors.js'
import { propertyQueries } from './properties.js'
import { decideTables } from './rollups/decide.js'
import { checkRollups } from './rollups/check.js'
import { rollupState } from './rollups/state.js'
import { hasContexts, recall } from './recall.js'
import { questionRunner } from './run.js'
import { createSqlReader } from './sql/reader.js'
import { readerRequests } from './sql/request.js'
import { createServerAccounts } from './sql/server-accounts.js'
import { createSlotAccounts } from './sql/slots.js'
import { tableStatements } from './tables.js'

export interface ClickHouseOptions {
  readonly connection: ClickHouseConnection
  readonly log: Log
  /** Whether rollups answer where they can; `assumed`: without asking whether they are built. */
  readonly rollups?: boolean | 'assumed'
}

/** The analytics store on ClickHouse, always over HTTP: a database for each workspace. */
export function createClickHouseStore({
  connection,
  log,
  rollups = true,
}: ClickHouseOptions): AnalyticsStore {
  const client = connect(connection)
  const ask = questionRunner(client, log)
  const append = createAppend(client)
  const state = rollupState(client, log)
  /** Which generation of rollups may answer; null: none. */
  const generation = (workspace: WorkspaceRef): number | null =>
    rollups === 'assumed' ? 1 : rollups ? state.generation(workspace) : null
  const prepareOne = async (workspace: WorkspaceRef): Promise<void> => {
    await makeTables(client, workspace)
    await state.prepare(workspace).catch(refuse)
  }
  const { readers } = connection
  const accounts =
    readers === undefined
      ? createServerAccounts(client, connection.password ?? new URL(connection.url).password)
      : createSlotAccounts(client, readers)
  const requests = readerRequests(connection.url)
  return {
    engine: 'clickhouse',
    native: new Set(Object.keys(clickhouseDialect.operators)),
    compile(workspace, plan) {
      const rolled = generation(workspace)
      return compileQuery(workspace, rolled === null ? plan : decideTables(plan, rolled))
    },
    async run(query, limits, signal) {
      try {
        return await ask(query, limits, signal)
      } catch (error) {
        if (isGoneRollup(error)) state.doubt(query.workspace)
        throw error
      }
    },
    properties: propertyFinder(
      (workspace, source, sample) => propertyQueries(workspace, databaseOf(workspace), source, sample),
      ask,
    ),
    append: (workspace, batch) => append(databaseOf(workspace), batch),
    recall: (workspace, request) => recall(client, databaseOf(workspace), request),
    hasContexts: (workspace) => hasContexts(client, databaseOf(workspace)),
    createWorkspace: (workspace) => createWorkspace(client, workspace, prepareOne),
    async dropWorkspace(workspace) {
      state.forget(workspace)
      await accounts.drop(workspace).catch(refuse)
      await command(client, `DROP DATABASE IF EXISTS ${databaseOf(workspace)} SYNC`)
    },
    async prepare(workspaces) {
      for (const workspace of workspaces) await prepareOne(workspace)
    },
    rollups: {
      check: (workspace) => checkRollups(client, state, workspace).catch(refuse),
      rebuild: (workspace) => state.rebuild(workspace).catch(refuse),
    },
    async ping() {
      const version = client.query({ query: 'SELECT version()', format: 'JSONCompactEachRow' })
      const [row] = await version.then((result) => result.json<[string]>()).catch(refuse)
      return row?.[0] ?? ''
    },
    sql: createSqlReader({ client, accounts, requests, log }),
    close() {
      state.close()
      requests.close()
      return client.close()
    },
  }
}

const databaseOf = ({ number }: WorkspaceRef): string => `\`w${number}\``

export function compileQuery(workspace: WorkspaceRef, plan: Relation): CompiledQuery {
  const parameters = createParameters()
  const text = compileStatement(plan, clickhouseDialect, databaseOf(workspace), parameters)
  return { workspace, text, parameters: parameters.values, columns: columnsOf(plan) }
}

async function command(client: ClickHouseClient, query: string): Promise<void> {
  await client.command({ query }).catch(refuse)
}

function refuse(error: unknown): never {
  throw clickhouseError(error)
}

async function createWorkspace(
  client: ClickHouseClient,
  workspace: WorkspaceRef,
  prepare: (workspace: WorkspaceRef) => Promise<void>,
): Promise<void> {
  await command(client, `CREATE DATABASE ${databaseOf(workspace)}`)
  try {
    await prepare(workspace)
  } catch (error) {
    await command(client, `DROP DATABASE ${databaseOf(workspace)} SYNC`)
    throw error
  }
}

async function makeTables(client: ClickHouseClient, workspace: WorkspaceRef): Promise<void> {
  const database = databaseOf(workspace)
  await command(client, `CREATE DATABASE IF NOT EXISTS ${database}`)
  for (const statement of tableStatements(database)) await command(client, statement)
}
