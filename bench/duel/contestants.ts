import type { ClickHouseClient } from '@clickhouse/client'
import pg from 'pg'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AnalyticsStore, WorkspaceRef } from '../../contract/index.js'
import { createDuckDbStore } from '../../storage-adapters/duckdb/store.js'
import { clientConfig, type RecordConnection } from '../../storage-adapters/postgres/records/connection.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { singleServer } from '../../storage-adapters/clickhouse/cluster/servers.js'
import { clickhouseColumns } from '../../storage-adapters/clickhouse/promoted/columns.js'
import { promotedTables } from '../../storage-adapters/clickhouse/promoted/tables.js'
import { fill, merged } from '../data/clickhouse.js'
import { fillStore } from '../data/postgres.js'
import type { RowShape } from '../data/rows.js'
import { quiet, type BenchEngines } from '../engine.js'
import { cpuOfEnded } from '../processor-time.js'
import { benchService, type BenchService, type BenchWorkspace } from '../service.js'

/** The whole service over one storage. */
export interface Contestant {
  readonly name: string
  readonly store: AnalyticsStore
  readonly service: BenchService
  readonly workspace: BenchWorkspace
  /** Milliseconds of the engine's processor time. That of DuckDB is this process's. */
  engineCpu(): Promise<number>
}

export const contestantNames = ['ClickHouse', 'Postgres', 'our DuckDB'] as const
export type ContestantName = (typeof contestantNames)[number]

/**
 * Starts the service over each storage, with records of its own, and fills a workspace of each with the same rows. On
 * ClickHouse and DuckDB the properties of the questions are promoted, as the service does itself once they have been
 * queried twenty times.
 */
export async function startContestants(
  engines: BenchEngines,
  events: number,
  shape: RowShape,
  wanted: readonly ContestantName[],
): Promise<{ readonly all: readonly Contestant[]; stop(): Promise<void> }> {
  const { client, postgres } = engines
  const directory = mkdtempSync(join(tmpdir(), 'sextant-duel-'))
  const databaseOf = async (name: string) => {
    const connection = { ...postgres, database: name }
    await runOn(postgres, `CREATE DATABASE ${name}`)
    return connection
  }
  // Autovacuum starts at times of its own; its cost would be added to the current measurement.
  await runOn(postgres, 'ALTER SYSTEM SET autovacuum = off')
  await runOn(postgres, 'SELECT pg_reload_conf()')
  const started = async (
    name: string,
    database: string,
    engineCpu: () => Promise<number>,
    open: (connection: Awaited<ReturnType<typeof databaseOf>>) => AnalyticsStore,
  ): Promise<Contestant> => {
    const connection = await databaseOf(database)
    const store = open(connection)
    const service = await benchService({ postgres: connection, stop: () => engines.stop() }, store)
    return { name, store, service, workspace: await service.workspace('duel'), engineCpu }
  }
  const counter = async (): Promise<number> => {
    const query = `SELECT value FROM system.events WHERE event = 'OSCPUVirtualTimeMicroseconds'`
    const [[value] = []] = await (
      await client.query({ query, format: 'JSONCompactEachRow' })
    ).json<string[]>()
    return Number(value) / 1000
  }
  const open: Readonly<Record<ContestantName, () => Promise<Contestant>>> = {
    ClickHouse: () => started('ClickHouse', 'duel_clickhouse', counter, () => engines.store),
    Postgres: () =>
      started(
        'Postgres',
        'duel_postgres',
        () => Promise.resolve(cpuOfBackends(postgres.pid)),
        (connection) => createPostgresStore({ connection, log: quiet }),
      ),
    'our DuckDB': () =>
      started(
        'our DuckDB',
        'duel_duckdb',
        () => Promise.resolve(0),
        () =>
          createDuckDbStore({
            ...{ directory, memoryBytes: 4_096_000_000, log: quiet },
            promotion: { asks: 1, lookMs: 0, busyMs: 0 },
          }),
      ),
  }
  const all: Contestant[] = []
  for (const name of wanted) all.push(await open[name]())
  const others: Contestant[] = []
  for (const one of all)
    if (one.name === 'ClickHouse') {
      await fill(client, one.workspace.ref, events, shape)
      await promote(client, one.workspace.ref)
    } else others.push(one)
  const [first] = others
  if (first !== undefined) {
    const append: AnalyticsStore['append'] = async (ref, batch) => {
      for (const { store } of others) await store.append(ref, batch)
    }
    await fillStore(client, { ...first.store, append }, first.workspace.ref, events, shape)
  }
  if (wanted.includes('Postgres')) await runOn({ ...postgres, database: 'duel_postgres' }, 'VACUUM ANALYZE')
  await merged(client, 120)
  return {
    all,
    async stop() {
      for (const { service } of all) await service.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Gives the properties of the duel's questions typed columns. */
async function promote(client: ClickHouseClient, ref: WorkspaceRef): Promise<void> {
  const tables = promotedTables(singleServer(client))
  const keys = ['events_v1 properties number amount', 'events_v1 properties label plan']
  const columns = keys.flatMap((key) => clickhouseColumns.promotedColumn(key, 0) ?? [])
  for (const column of columns) await tables.add(ref, column, null)
  await tables.fill(ref, columns)
  while ((await tables.read(ref)).columns.some(({ whole }) => !whole)) await pause(100)
}

/** Runs a statement on a connection of its own. */
async function runOn(connection: RecordConnection, statement: string): Promise<void> {
  const client = new pg.Client(clientConfig(connection))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Milliseconds of processor time of Postgres and its backends: of live ones to the nanosecond, of ended ones in
 * hundredths of a second.
 */
function cpuOfBackends(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  const live = children.map((child) => {
    try {
      return Number(readFileSync(`/proc/${child}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    } catch {
      return 0 // It ended meanwhile.
    }
  })
  return cpuOfEnded(pid) * 1000 + live.reduce((sum, one) => sum + one, 0)
}
