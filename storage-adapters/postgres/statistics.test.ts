import pg from 'pg'
import t from 'tap'
import { silentLog, temporaryDatabase } from '../../test/support/records.js'
import { statisticsKeeper } from './statistics.js'

const workspace = { id: 'ws_1', number: 1 }
const insert = (rows: number): string =>
  `INSERT INTO w1.rows SELECT n, repeat('x', 100) FROM generate_series(1, ${rows}) AS n`

t.test('an append that is under way while its table is analysed is seen when it ends', async (t) => {
  const database = await temporaryDatabase()
  const pool = new pg.Pool({ connectionString: database.url, max: 4 })
  t.teardown(async () => {
    await pool.end()
    await database.drop()
  })
  await pool.query(
    'CREATE SCHEMA w1; CREATE TABLE w1.rows (n bigint, text text) WITH (autovacuum_enabled = off)',
  )
  const seen = async (): Promise<number> =>
    Number(
      (await pool.query(`SELECT reltuples FROM pg_class WHERE oid = 'w1.rows'::regclass`)).rows[0].reltuples,
    )
  const keeper = statisticsKeeper(
    async (work) => {
      const client = await pool.connect()
      return work(client).finally(() => client.release())
    },
    () => 'w1',
    silentLog,
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
  t.equal(await seen(), 1_000, 'what is not committed is not seen')
  commit()
  await late
  await keeper.settled(workspace)
  t.equal(await seen(), 21_000)

  await keeper.during(workspace, 1_000, () => pool.query(insert(1_000)))
  await keeper.settled(workspace)
  t.equal(await seen(), 21_000, 'a few more rows change no plan')
  await t.rejects(
    keeper.during(workspace, 50_000, () => Promise.reject(new Error('refused'))),
    { message: 'refused' },
  )
  await keeper.close()
})
