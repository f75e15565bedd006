import { randomInt } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ClickHouseError } from '@clickhouse/client'
import t from 'tap'
import { testEngines } from '../../test/support/engines.js'
import { isNetworkError } from './errors.js'
import { serverRequests } from './server-requests.js'

const { clickhouse } = testEngines()
const requests = serverRequests(clickhouse)
t.teardown(() => {
  requests.close()
})

let sent = 0
const rows = (text: string, parameters: Readonly<Record<string, unknown>> = {}, from = requests) =>
  from.rows({ text, parameters, settings: {}, id: `server-requests-${sent++}` })

const values = {
  text: [`it's a \\ "text"`, 'tab\there\nand there\0', '{"a": "ü"}', "C:\\new\\'it\\", ''],
  numbers: [0, -1.5, 1e300, Infinity, -Infinity],
  keys: [0n, 18_446_744_073_709_551_615n],
}
const statement =
  'SELECT {text:String}, {texts:Array(String)}, {number:Float64}, {numbers:Array(Float64)}, toString({keys:Array(UInt64)}), {yes:Bool}'

t.test('values arrive as they are, in the URL and in the body', async (t) => {
  for (const padding of [0, 10_000])
    for (const text of values.text) {
      const longer = text + 'x'.repeat(padding)
      const parameters = {
        ...{ text: longer, texts: [longer, ...values.text], number: 0.1, yes: true },
        ...{ numbers: values.numbers, keys: values.keys },
      }
      const [row] = await rows(statement, parameters)
      t.same(row?.slice(0, 3), [longer, [longer, ...values.text], 0.1])
      t.same(row?.slice(4), [`[${values.keys.join()}]`, true])
    }
})

t.test('rows are inserted, or an error has the code of the engine', async (t) => {
  const table = `server_requests_${randomInt(2 ** 40)}`
  const insert = (
    text: string,
    data: readonly Buffer[],
    parameters: Readonly<Record<string, unknown>> = {},
  ) => requests.insert({ text, parameters, settings: {}, id: `${table}-${sent++}` }, data)
  await insert(`CREATE TABLE ${table} (n UInt64) ENGINE = Memory`, [])
  t.teardown(() => insert(`DROP TABLE ${table}`, []))
  const part = Buffer.from('17\n'.repeat(1_000_000))
  await insert(`INSERT INTO ${table} FORMAT TabSeparated`, [part, part, Buffer.from('18\n')])
  t.same(await rows(`SELECT count(), max(n) FROM ${table}`), [[2_000_001, 18]])
  const guarded = `INSERT INTO ${table} SELECT n FROM input('n UInt64') WHERE throwIf({turn:UInt64} != 2) = 0 FORMAT TabSeparated`
  await insert(guarded, [Buffer.from('19\n')], { turn: 2 })
  const late: unknown = await insert(guarded, [part, part, part], { turn: 1 }).catch(
    (error: unknown) => error,
  )
  t.ok(late instanceof ClickHouseError, 'although it ends before all rows are read')
  t.match(late, { code: '395' })
  await t.rejects(insert(`INSERT INTO ${table} FORMAT TabSeparated`, [Buffer.from('text\n')]), { code: '27' })
  t.same(await rows(`SELECT count(), max(n) FROM ${table}`), [[2_000_002, 19]])
})

t.test('an error has the code of the engine, also behind the first rows', async (t) => {
  await t.rejects(rows('SELECT nothing'), { code: '47' })
  const late = "SELECT throwIf(number = 3000000, 'late') FROM numbers(4000000) SETTINGS max_block_size = 1000"
  const error: unknown = await rows(late).catch((error: unknown) => error)
  t.ok(error instanceof ClickHouseError)
  t.match(error, { code: '395' })
})

t.test('a broken connection is an error of the network', async (t) => {
  const seen: (string | undefined)[] = []
  const server = createServer(({ headers }, response) => {
    seen.push(headers.authorization)
    response.writeHead(200)
    response.write('{"data": [')
    setTimeout(() => response.destroy(), 20)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const broken = serverRequests({ url: `http://an%C3%AFs:p%C3%A4ss@127.0.0.1:${port}` })
  const cut: unknown = await rows('SELECT 1', {}, broken).catch((error: unknown) => error)
  t.ok(isNetworkError(cut), String(cut))
  t.same(seen, [`Basic ${Buffer.from('anïs:päss').toString('base64')}`], 'the account of the URL')
  await new Promise((resolve) => server.close(resolve))
  const refused: unknown = await rows('SELECT 1', {}, broken).catch((error: unknown) => error)
  t.ok(isNetworkError(refused), String(refused))
  broken.close()
})
