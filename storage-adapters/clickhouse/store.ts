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
import { firstGroupsFirst } from '../sql/first-groups.js'
import { propertyFinder } from '../sql/properties.js'
import { notedReader, statementUse } from '../sql/use.js'
import { decideTables } from '../sql/rollups/decide.js'
import { createAppend } from './append.js'
import { capacityReader } from './capacity.js'
import { dataVersion } from './data-version.js'
import { connect, type ClickHouseConnection } from './connection.js'
import { clickhouseDialect, createParameters } from './dialect.js'
import { clickhouseError, isGoneRollup } from './errors.js'
import { propertyQueries } from './properties.js'
import { checkRollups } from './rollups/check.js'
import { rollupState } from './rollups/state.js'
import { readsDevices, rollupSet } from './rollups/tables.js'
import { createKiller } from './killer.js'
import { membersOf } from './members.js'
import { fromKeptDays, type Recompile } from './person-days/answer.js'
import { checkPersonDays } from './person-days/check.js'
import { personDaysState, upkeep, type Upkeep } from './person-days/state.js'
import { hasContexts, recall } from './recall.js'
import { questionRunner } from './run.js'
import { createSqlReader } from './sql/reader.js'
import { readerRequests } from './sql/request.js'
import { createServerAccounts } from './sql/server-accounts.js'
import { createSlotAccounts } from './sql/slots.js'
import { limitPaths, pathLimits, type PathLimits } from './dynamic-paths.js'
import { jsonTables, tableStatements } from './tables.js'
import { ofAllServers, placeOf, shardsOf, type Place } from './places.js'
import { clusterServers, singleServer, type Servers } from './servers.js'
import { checkSpread } from './spread.js'
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
}

/** The analytics store on ClickHouse, always over HTTP: a database for each workspace. */
export function createClickHouseStore({
  connection,
  cluster = null,
  log,
  rollups = true,
  personDays = upkeep,
}: ClickHouseOptions): AnalyticsStore {
  const client = connect(connection)
  /** Connections of their own: questions that wait for one do not hold up ingestion. */
  const asking = connect(connection)
  const servers =
    cluster === null ? singleServer(client) : clusterServers(cluster, [client, ...othersOf(connection)])
  const at = (workspace: WorkspaceRef): Place => placeOf(workspace, cluster)
  const killer = createKiller(servers, log)
  const ask = questionRunner(servers, asking, killer)
  const paths = pathLimits(client)
  const append = createAppend(servers, paths)
  const state = rollupState(servers, log)
  /** Which generation of rollups may answer; null: none. */
  const generation = (workspace: WorkspaceRef): number | null =>
    rollups === 'assumed' ? 1 : rollups ? state.generation(workspace) : null
  const days = personDaysState({ servers, log, rollups: state, upkeep: personDays })
  /** What may be answered from the days of persons, if not too much has changed since. */
  const recompiled = new WeakMap<CompiledQuery, Recompile>()
  const prepareOne = async (workspace: WorkspaceRef): Promise<void> => {
    await makeTables(servers, at(workspace), paths)
    await state.prepare(workspace).catch(refuse)
  }
  const { readers } = connection
  const accounts =
    readers === undefined
      ? createServerAccounts(servers, connection.password ?? new URL(connection.url).password)
      : createSlotAccounts(servers, readers)
  const requests = readerRequests(connection.url)
  const use = statementUse()
  const statements = statementControl(connection, cluster, use)
  const capacity = capacityReader(connection, cluster)
  return {
    engine: 'clickhouse',
    native: new Set(Object.keys(clickhouseDialect.operators)),
    compile(workspace, plan) {
      const rolled = generation(workspace)
      const staged = firstGroupsFirst(plan)
      if (rolled === null) return compileQuery(workspace, staged, cluster)
      const query = compileQuery(workspace, decideTables(staged, rollupSet(rolled)), cluster)
      if (cluster !== null || rollups === 'assumed' || !readsDevices(query.text)) return query
      days.asked(workspace)
      const kept = days.current(workspace)
      if (kept !== undefined)
        recompiled.set(query, {
          days: kept,
          rollup: rolled,
          compiled: (persons) => compileQuery(workspace, decideTables(staged, rollupSet(rolled, persons))),
        })
      return query
    },
    run: (query, limits, signal) =>
      use.during(query.workspace, async () => {
        const { workspace } = query
        const again = recompiled.get(query)
        try {
          const found = again && (await fromKeptDays(workspace, again, { ask, state: days, limits, signal }))
          return found ?? (await ask(query, limits, signal))
        } catch (error) {
          if (isGoneRollup(error)) state.doubt(workspace)
          throw error
        }
      }),
    properties: propertyFinder(
      (workspace, source, sample) => propertyQueries(workspace, at(workspace).database, source, sample),
      ask,
    ),
    append: (workspace, batch) => append(at(workspace), batch).catch(refuse),
    dataVersion: (workspace) => dataVersion(servers, at(workspace)).catch(refuse),
    recall: (workspace, request) => recall(servers, at(workspace).database, request),
    hasContexts: (workspace) => hasContexts(servers, at(workspace).database),
    createWorkspace: (workspace) => createWorkspace(servers, workspace, prepareOne),
    async dropWorkspace(workspace) {
      state.forget(workspace)
      days.forget(workspace)
      await accounts.drop(workspace).catch(refuse)
      await dropDatabases(servers, at(workspace))
    },
    async prepare(workspaces) {
      const waiting = workspaces.values()
      const lane = async (): Promise<void> => {
        for (const workspace of waiting) await prepareOne(workspace)
      }
      await Promise.all(Array.from({ length: preparedAtOnce }, lane))
    },
    rollups: {
      async check(workspace) {
        const reports = await checkRollups(servers, state, workspace).catch(refuse)
        if (cluster !== null) return reports
        return [...reports, ...(await checkPersonDays(servers, days, workspace).catch(refuse))]
      },
      async rebuild(workspace) {
        await state.rebuild(workspace).catch(refuse)
        if (cluster === null) days.rebuild(workspace)
      },
    },
    capacity: () => capacity.read().catch(refuse),
    async ping() {
      return versionOf(servers).catch(refuse)
    },
    ...(cluster !== null && { members: () => membersOf(servers).catch(refuse) }),
    sql: notedReader(createSqlReader({ servers, accounts, requests, killer, log }), use),
    statements,
    async close() {
      state.close()
      killer.close()
      await days.close()
      requests.close()
      await Promise.all([
        servers.close(),
        client.close(),
        asking.close(),
        statements.rest(),
        capacity.close(),
      ])
    },
  }
}

/** The other servers of a cluster without a Keeper, under the same account. */
const othersOf = ({ others = [], ...connection }: ClickHouseConnection): readonly ClickHouseClient[] =>
  others.map((url) => connect({ ...connection, url }))

/** About ten statements each, which the engine would else wait between. */
const preparedAtOnce = 8

export function compileQuery(
  workspace: WorkspaceRef,
  plan: Relation,
  cluster: string | null = null,
): CompiledQuery {
  const parameters = createParameters()
  const place = placeOf(workspace, cluster)
  const text = compileStatement(plan, clickhouseDialect, place.database, parameters, shardsOf(place))
  return { workspace, text, parameters: parameters.values, columns: columnsOf(plan) }
}

function refuse(error: unknown): never {
  throw clickhouseError(error)
}

async function createWorkspace(
  servers: Servers,
  workspace: WorkspaceRef,
  prepare: (workspace: WorkspaceRef) => Promise<void>,
): Promise<void> {
  const place = placeOf(workspace, servers.cluster)
  // Nothing is begun that cannot be made everywhere.
  await versionOf(servers).catch(refuse)
  await servers.everywhere((on) => `CREATE DATABASE ${place.database}${on}`).catch(refuse)
  try {
    await prepare(workspace)
  } catch (error) {
    await dropDatabases(servers, place)
    throw error
  }
}

async function makeTables(servers: Servers, place: Place, paths: () => Promise<PathLimits>): Promise<void> {
  try {
    const { replicated } = await servers.layout()
    const limits = await paths()
    for (const database of new Set([place.stored, place.database]))
      await servers.everywhere((on) => `CREATE DATABASE IF NOT EXISTS ${database}${on}`)
    for (const statement of tableStatements(place))
      await servers.everywhere((on) => statement({ on, replicated, paths: limits.table }))
    await checkSpread(servers, place)
    await limitPaths(servers, place, limits, jsonTables)
  } catch (error) {
    refuse(error)
  }
}

async function dropDatabases(servers: Servers, { database, stored }: Place): Promise<void> {
  for (const name of new Set([database, stored]))
    await servers.everywhere((on) => `DROP DATABASE IF EXISTS ${name}${on} SYNC`).catch(refuse)
}

/** Of the server that is asked, after every other one has answered too. */
async function versionOf(servers: Servers): Promise<string> {
  await servers.layout()
  const result = await servers.client.query({
    query: `SELECT version(), count() FROM ${ofAllServers(servers.cluster, 'system.one')} GROUP BY 1`,
    format: 'JSONCompactEachRow',
    clickhouse_settings: await servers.reading(),
  })
  const [row] = await result.json<[string]>()
  return row?.[0] ?? ''
}
