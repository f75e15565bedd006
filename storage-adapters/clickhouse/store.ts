import type { ClickHouseClient } from '@clickhouse/client'
import { randomUUID } from 'node:crypto'
import {
  columnsOf,
  type AnalyticsStore,
  type CompiledQuery,
  type Limits,
  type Log,
  type Relation,
  type Row,
  type WorkspaceRef,
} from '../../core/contract/index.js'
import { compileStatement } from '../sql/compile.js'
import { appendBatch } from './append.js'
import { connect, questionSettings, type ClickHouseConnection } from './connection.js'
import { clickhouseDialect, createParameters } from './dialect.js'
import { clickhouseError } from './errors.js'
import { columnList, decodeRow } from './rows.js'
import { tableStatements } from './tables.js'

export interface ClickHouseOptions {
  readonly connection: ClickHouseConnection
  readonly log: Log
}

/** The analytics store on ClickHouse, always over HTTP: a database for each workspace. */
export function createClickHouseStore({ connection, log }: ClickHouseOptions): AnalyticsStore {
  const client = connect(connection)
  return {
    engine: 'clickhouse',
    native: new Set(Object.keys(clickhouseDialect.operators)),
    compile: compileQuery,
    run: (query, limits, signal) => runQuery(client, query, limits, signal, log),
    append: (workspace, batch) => appendBatch(client, databaseOf(workspace), batch),
    createWorkspace: (workspace) => createWorkspace(client, workspace),
    async dropWorkspace(workspace) {
      await command(client, `DROP DATABASE IF EXISTS ${databaseOf(workspace)} SYNC`)
    },
    prepare: (workspaces) => prepare(client, workspaces),
    async ping() {
      const [row] = await rowsOf(client, 'SELECT version()', {}, {}).catch((error: unknown) => {
        throw clickhouseError(error)
      })
      return String(row?.[0])
    },
    close: () => client.close(),
  }
}

const databaseOf = ({ number }: WorkspaceRef): string => `\`w${number}\``

export function compileQuery(workspace: WorkspaceRef, plan: Relation): CompiledQuery {
  const parameters = createParameters()
  const text = compileStatement(plan, clickhouseDialect, databaseOf(workspace), parameters)
  return { workspace, text, parameters: parameters.values, columns: columnsOf(plan) }
}

async function runQuery(
  client: ClickHouseClient,
  query: CompiledQuery,
  limits: Limits,
  signal: AbortSignal | undefined,
  log: Log,
): Promise<readonly Row[]> {
  const id = randomUUID()
  // A client that goes away does not stop the engine: it is told to.
  const kill = (): void => {
    command(client, `KILL QUERY WHERE query_id = '${id}' ASYNC`).catch((error: unknown) =>
      log.warn({ err: error }, 'a cancelled query could not be stopped'),
    )
  }
  signal?.addEventListener('abort', kill, { once: true })
  try {
    const cells = await rowsOf(client, query.text, query.parameters, limitSettings(limits), id, signal)
    const columns = columnList(query.columns)
    return cells.map((row) => decodeRow(row, columns))
  } catch (error) {
    throw clickhouseError(error)
  } finally {
    signal?.removeEventListener('abort', kill)
  }
}

const limitSettings = ({ timeMs, memoryBytes, rows }: Limits): Record<string, string | number> => ({
  max_execution_time: timeMs / 1000,
  max_memory_usage: String(memoryBytes),
  max_result_rows: String(rows),
})

async function rowsOf(
  client: ClickHouseClient,
  query: string,
  parameters: Readonly<Record<string, unknown>>,
  settings: Record<string, string | number>,
  id = randomUUID(),
  signal?: AbortSignal,
): Promise<readonly (readonly unknown[])[]> {
  const result = await client.query({
    query,
    query_params: { ...parameters },
    format: 'JSONCompact',
    query_id: id,
    clickhouse_settings: { ...questionSettings, ...settings },
    ...(signal === undefined ? {} : { abort_signal: signal }),
  })
  const { data } = await result.json<readonly unknown[]>()
  return data
}

async function command(client: ClickHouseClient, query: string): Promise<void> {
  try {
    await client.command({ query })
  } catch (error) {
    throw clickhouseError(error)
  }
}

async function createWorkspace(client: ClickHouseClient, workspace: WorkspaceRef): Promise<void> {
  await command(client, `CREATE DATABASE ${databaseOf(workspace)}`)
  try {
    await prepare(client, [workspace])
  } catch (error) {
    await command(client, `DROP DATABASE ${databaseOf(workspace)} SYNC`)
    throw error
  }
}

async function prepare(client: ClickHouseClient, workspaces: readonly WorkspaceRef[]): Promise<void> {
  for (const workspace of workspaces) {
    const database = databaseOf(workspace)
    await command(client, `CREATE DATABASE IF NOT EXISTS ${database}`)
    for (const statement of tableStatements(database)) await command(client, statement)
  }
}
