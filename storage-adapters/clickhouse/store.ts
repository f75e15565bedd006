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
import { appendBatch } from './append.js'
import { connect, type ClickHouseConnection } from './connection.js'
import { clickhouseDialect, createParameters } from './dialect.js'
import { clickhouseError } from './errors.js'
import { questionRunner } from './run.js'
import { tableStatements } from './tables.js'

export interface ClickHouseOptions {
  readonly connection: ClickHouseConnection
  readonly log: Log
}

/** The analytics store on ClickHouse, always over HTTP: a database for each workspace. */
export function createClickHouseStore({ connection, log }: ClickHouseOptions): AnalyticsStore {
  const client = connect(connection)
  const run = questionRunner(client, log)
  return {
    engine: 'clickhouse',
    native: new Set(Object.keys(clickhouseDialect.operators)),
    compile: compileQuery,
    run,
    append: (workspace, batch) => appendBatch(client, databaseOf(workspace), batch),
    createWorkspace: (workspace) => createWorkspace(client, workspace),
    async dropWorkspace(workspace) {
      await command(client, `DROP DATABASE IF EXISTS ${databaseOf(workspace)} SYNC`)
    },
    prepare: (workspaces) => prepare(client, workspaces),
    async ping() {
      const version = client.query({ query: 'SELECT version()', format: 'JSONCompactEachRow' })
      const [row] = await version.then((result) => result.json<[string]>()).catch(refuse)
      return row?.[0] ?? ''
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

async function command(client: ClickHouseClient, query: string): Promise<void> {
  await client.command({ query }).catch(refuse)
}

function refuse(error: unknown): never {
  throw clickhouseError(error)
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
