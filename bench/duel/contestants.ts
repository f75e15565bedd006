import pg from 'pg'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnalyticsStore } from '../../contract/index.js'
import { createDuckDbStore } from '../../storage-adapters/duckdb/store.js'
import { clientConfig, type RecordConnection } from '../../storage-adapters/postgres/records/connection.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
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

/** Starts the service over each storage, with records of its own, and fills a workspace of each with the same rows. */
export async function startContestants(
  engines: BenchEngines,
  events: number,
  shape: RowShape,
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
  const clickhouse = await started('ClickHouse', 'duel_clickhouse', counter, () => engines.store)
  const records = await started(
    'Postgres',
    'duel_postgres',
    () => Promise.resolve(cpuOfBackends(postgres.pid)),
    (connection) => createPostgresStore({ connection, log: quiet }),
  )
  const duckdb = await started(
    'our DuckDB',
    'duel_duckdb',
    () => Promise.resolve(0),
    () => createDuckDbStore({ directory, memoryBytes: 4_096_000_000 }),
  )
  await fill(client, clickhouse.workspace.ref, events, shape)
  const append: AnalyticsStore['append'] = async (ref, batch) => {
    await records.store.append(ref, batch)
    await duckdb.store.append(ref, batch)
  }
  await fillStore(client, { ...records.store, append }, records.workspace.ref, events, shape)
  await runOn({ ...postgres, database: 'duel_postgres' }, 'VACUUM ANALYZE')
  await merged(client, 120)
  const all = [clickhouse, records, duckdb]
  return {
    all,
    async stop() {
      for (const { service } of all) await service.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
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
