import pg from 'pg'
import t, { type Test } from 'tap'
import { temporaryDatabase } from '../../../test/support/records.js'
import { silentLog } from '../../../test/support/silent-log.js'
import { statisticsKeeper } from './statistics.js'

const workspace = { id: 'ws_1', number: 1 }
const insert = (rows: number): string =>
  `INSERT INTO w1.rows SELECT n, repeat('x', 100) FROM generate_series(1, ${rows}) AS n`

async function start(t: Test, schema: string) {
  const database = await temporaryDatabase()
  const pool = new pg.Pool({ connectionString: database.url, max: 4 })
  // The server terminates sessions of the dropped database that have not ended yet.
  pool.on('error', () => undefined)
  t.teardown(async () => {
    await pool.end()
    await database.drop()
  })
  await pool.query(schema)
  const keeper = statisticsKeeper(
    async (work) => {
      const client = await pool.connect()
      return work(client).finally(() => client.release())
    },
    () => 'w1',
    silentLog,
  )
  return { pool, keeper }
}

t.test('a table analysed during an append is analysed again when the append ends', async (t) => {
  const { pool, keeper } = await start(
    t,
    'CREATE SCHEMA w1; CREATE TABLE w1.rows (n bigint, text text) WITH (autovacuum_enabled = off)',
  )
  const seen = async (): Promise<number> =>
    Number(
      (await pool.query(`SELECT reltuples FROM pg_class WHERE oid = 'w1.rows'::regclass`)).rows[0].reltuples,
    )
  const slow = await pool.connect()
  await slow.query(`BEGIN; ${insert(20_000)}`)
  let commit = (): void => undefined
  const mayCommit = new Promise<void>((resolve) => (commit = resolve))
  const late = keeper.during(workspace, 20_000, async () => {
    await mayCommit
    await slow.query('COMMIT')
    slow.release()
  })
  await keeper.during(workspace, 1_000, () => pool.query(insert(1_000)))
  await keeper.settled(workspace)
  t.equal(await seen(), 1_000, 'uncommitted rows are not counted')
  commit()
  await late
  await keeper.settled(workspace)
  t.equal(await seen(), 21_000)

  await keeper.during(workspace, 1_000, () => pool.query(insert(1_000)))
  await keeper.settled(workspace)
  t.equal(await seen(), 21_000, 'a few more rows change no plan')
  await t.rejects(
    keeper.during(workspace, 50_000, () => Promise.reject(new Error('rejected'))),
    { message: 'rejected' },
  )
  await keeper.close()
})

t.test('a table is analysed once when it has doubled, a partition with its partitioned table', async (t) => {
  const partition = (name: string, from: number, to: number): string =>
    `CREATE TABLE w1.${name} PARTITION OF w1.rows FOR VALUES FROM (${from}) TO (${to}) WITH (autovacuum_enabled = off)`
  const { pool, keeper } = await start(
    t,
    `CREATE SCHEMA w1; CREATE TABLE w1.rows (n bigint, text text) PARTITION BY RANGE (n);
     ${partition('low', 0, 4_001)}; ${partition('high', 4_001, 1_000_000)}`,
  )
  const counted = async (): Promise<Record<string, number>> => {
    const { rows } = await pool.query<{ name: string; times: number }>(
      `SELECT relname AS name, pg_stat_get_analyze_count(oid)::int AS times FROM pg_class
       WHERE relnamespace = 'w1'::regnamespace AND relkind IN ('r', 'p')`,
    )
    return Object.fromEntries(rows.map(({ name, times }) => [name, times]))
  }
  let from = 1
  const load = async (rows: number): Promise<void> => {
    const [first, last] = [from, from + rows - 1]
    from += rows
    await keeper.during(workspace, rows, () =>
      pool.query(
        `INSERT INTO w1.rows SELECT n, repeat('x', 100) FROM generate_series(${first}, ${last}) AS n`,
      ),
    )
    await keeper.settled(workspace)
  }
  await load(8_000)
  const once = await counted()
  t.match(once, { low: 1, high: 1 }, 'each partition with the partitioned table, and not again by itself')
  await load(2_400)
  t.strictSame(await counted(), once, 'a third more rows change no plan')
  await load(2_000)
  t.match(await counted(), { low: 1, high: 2 }, 'only the partition that has doubled')
  await keeper.close()
})
