import { parquetReadObjects } from 'hyparquet'
import t from 'tap'
import type { SqlBudget, SqlFormat } from '../../../contract/index.js'
import { event, openSandbox, usual } from './test-workspaces.js'

const sandbox = openSandbox(t)
const { sql } = sandbox
const own = await sandbox.workspace({
  events: [event('phone', 'open'), event('laptop', 'buy', 1_000), event('laptop', 'open', 2_000)],
})

const collect = async (text: string, format: SqlFormat, budget: SqlBudget = usual): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const part of await sql.export(own, text, format, budget)) parts.push(part)
  return Buffer.concat(parts)
}

void t.test('files', async (t) => {
  const some = `SELECT event_name AS "Name, first", device_id FROM events_v1 ORDER BY timestamp LIMIT 2`
  t.equal(
    (await collect(some, 'csv')).toString(),
    '"Name, first","device_id"\n"open","phone"\n"buy","laptop"\n',
  )
  t.equal(
    (
      await collect(
        'SELECT timestamp, toInt64(9007199254740993) AS n FROM events_v1 ORDER BY timestamp LIMIT 1',
        'ndjson',
      )
    ).toString(),
    '{"timestamp":"2026-01-31T12:00:00.000Z","n":9007199254740993}\n',
  )
  const parquet = await collect('SELECT number AS n, toString(number) AS s FROM numbers(5)', 'parquet', {
    ...usual,
    rows: 3,
  })
  const file = new Uint8Array(parquet).buffer
  t.equal((await parquetReadObjects({ file })).length, 3, 'cut exactly')
  const union = 'SELECT number FROM numbers(4) UNION ALL SELECT number FROM numbers(4)'
  t.equal((await collect(union, 'csv', { ...usual, rows: 5 })).toString().split('\n').length, 7)
  const large = await collect('SELECT number FROM numbers(300000)', 'ndjson', { ...usual, rows: 200_000 })
  t.equal(large.toString().trim().split('\n').length, 200_000)
  t.equal(
    large.subarray(-20).toString(),
    '{"number":199999}\n'.padStart(20, large.toString().slice(-20, -18)),
  )
  await t.rejects(sql.export(own, 'SELECT * FROM nope', 'csv', usual), { code: 'VALIDATION_ERROR' })
})

void t.test('a file that fails while streaming rejects, and reveals nothing of the engine', async (t) => {
  for (const format of ['csv', 'ndjson', 'parquet'] as const) {
    const parts: Uint8Array[] = []
    const read = async () => {
      const failing = 'SELECT intDiv(1, 500000 - number) AS x FROM numbers(1000000)'
      for await (const part of await sql.export(own, failing, format, { ...usual, rows: 1_000_000 }))
        parts.push(part)
    }
    await t.rejects(read(), { code: 'VALIDATION_ERROR', message: /divides by zero/ }, format)
    t.notOk(Buffer.concat(parts).toString('latin1').includes('xception'), format)
  }
  const much = collect('SELECT number FROM numbers(1000000)', 'csv', {
    ...usual,
    rows: 1_000_000,
    bytes: 100_000,
  })
  await t.rejects(much, { code: 'VALIDATION_ERROR', message: /exceeds its size budget/ })
})
