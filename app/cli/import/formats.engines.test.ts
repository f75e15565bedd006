import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parquetWriteFile } from 'hyparquet-writer'
import t, { type Test } from 'tap'
import { testEngines } from '../../../test/support/engines.js'
import type { ImportItem } from '../../../contract/index.js'
import { kindOf, readItems, type ReadOptions } from './items.js'
import { statePath } from './state.js'
import { formats } from './test-formats.js'
import { run } from '../test-cli.js'
import { zip } from './test-zip.js'

const folder = await mkdtemp(join(tmpdir(), 'sextant-formats-'))
t.teardown(() => rm(folder, { recursive: true }))

let files = 0
async function file(content: string | Buffer, extension = 'data'): Promise<string> {
  const path = join(folder, `${++files}.${extension}`)
  await writeFile(path, content)
  return path
}
const all = async (path: string, options: Partial<ReadOptions> = {}): Promise<ImportItem[]> => {
  const items: ImportItem[] = []
  for await (const list of readItems(path, { formats, source: 'events', ...options })) items.push(...list)
  return items
}
type Told = Readonly<Record<string, unknown>>
const told = (items: readonly ImportItem[]): readonly (Told | string)[] =>
  items.map((item) => ('json' in item ? (JSON.parse(item.json) as Told) : `${item.line}: ${item.error}`))
const jsonl = (...items: readonly object[]): string => items.map((item) => JSON.stringify(item)).join('\n')

/** Reading resumes after any item as if it had not stopped. */
async function goesOn(t: Test, path: string, options: Partial<ReadOptions> = {}): Promise<void> {
  const items = await all(path, options)
  const from = items.map(({ offset, end }) => ({ offset, line: end }))
  for (const [index, position] of from.entries()) {
    const rest = told(await all(path, { ...options, from: position }))
    // After the first line of a pair, the pair comes again.
    const expected = items.filter((one) => one.line > position.line)
    t.strictSame(rest, told(expected), `after item ${index + 1}`)
  }
}

const mixpanel = (event: string, properties: object) => ({
  event,
  properties: { time: 1767607200, ...properties },
})
const mixpanelFile = jsonl(
  mixpanel('Sign Up', {
    distinct_id: '$device:d1',
    $device_id: 'd1',
    $insert_id: 'i1',
    $os: 'iOS',
    mp_country_code: 'DE',
    plan: 'pro',
  }),
  mixpanel('Open', { distinct_id: 'ann', $device_id: 'd1', $insert_id: 'i1', time: 1767607200123 }),
  mixpanel('Open', { distinct_id: 'bob' }),
  { event: 'Open', properties: { distinct_id: 'x', time: 'now' } },
)
const amplitude = (more: object) => ({
  event_type: 'open',
  event_time: '2026-01-05 10:00:00.123456',
  device_id: 'd1',
  session_id: 1767607200000,
  uuid: 'u1',
  event_properties: { plan: 'pro' },
  user_properties: {},
  ...more,
})
const amplitudeFile = jsonl(
  amplitude({
    user_id: 'ann',
    os_name: 'ios',
    country: 'Germany',
    user_properties: { age: 7 },
    device_family: 'iPhone',
  }),
  amplitude({ session_id: -1, uuid: null, $insert_id: 'i2' }),
  amplitude({ device_id: null, amplitude_id: 55, uuid: undefined }),
  amplitude({ event_time: 5 }),
)
const posthogRow = {
  uuid: 'u1',
  event: '$pageview',
  distinct_id: 'd1',
  timestamp: '2026-01-05 10:00:00.123000+00:00',
  properties: JSON.stringify({ $os: 'iOS', plan: 'pro' }),
}

t.test('what Mixpanel exports', async (t) => {
  const path = await file(mixpanelFile)
  const items = told(await all(path))
  const [first, second, third] = items as Told[]
  t.match(first, {
    type: 'track',
    event: 'Sign Up',
    timestamp: 1767607200000,
    device_id: 'd1',
    message_id: /^mixpanel-[0-9a-f]{32}$/,
    properties: { plan: 'pro' },
    context: { os: 'iOS', country: 'DE' },
  })
  t.notOk(first?.['user_id'])
  t.match(second, { timestamp: 1767607200123, device_id: 'd1', user_id: 'ann', properties: {} })
  t.not(first?.['message_id'], second?.['message_id'], 'an insert_id is one of an event')
  t.match(third, { device_id: 'bob', message_id: /^import-/ })
  t.notOk(third?.['user_id'])
  t.equal(items[3], '4: properties.time must be a number')
  t.strictSame(told(await all(path, { format: 'jsonl' }))[3], {
    event: 'Open',
    properties: { distinct_id: 'x', time: 'now' },
  })
  await goesOn(t, path)
  t.end()
})

t.test('what Amplitude exports', async (t) => {
  const path = await file(amplitudeFile)
  const [traits, first, second, third, bad] = told(await all(path)) as Told[]
  const common = {
    device_id: 'd1',
    user_id: 'ann',
    timestamp: '2026-01-05 10:00:00.123456',
    session_id: '1767607200000',
  }
  t.strictSame(traits, { type: 'identify', ...common, message_id: 'u1:traits', traits: { age: 7 } })
  t.strictSame(first, {
    type: 'track',
    ...common,
    event: 'open',
    message_id: 'u1',
    properties: { device_family: 'iPhone', plan: 'pro' },
    context: { os: 'ios', country: 'Germany' },
  })
  t.match(second, { message_id: 'i2', event: 'open' })
  t.notOk(second?.['session_id'])
  t.match(third, { device_id: 'amplitude-55', message_id: /^import-/ })
  t.equal(bad, '4: event_time must be a string')
  const half = amplitudeFile.split('\n')
  const packed = zip({
    '1/b.json.gz': gzipSync(half.slice(2).join('\n')),
    '1/a.json.gz': gzipSync(half.slice(0, 2).join('\n')),
    'readme.txt': Buffer.from('no'),
  })
  const zipped = await file(packed, 'zip')
  const withoutFallback = (items: readonly ImportItem[]) =>
    told(items).map((item) => (typeof item === 'string' ? item.slice(2) : { ...item, message_id: null }))
  t.strictSame(withoutFallback(await all(zipped)), withoutFallback(await all(path)))
  t.match(await kindOf(zipped, { formats, source: 'events' }), {
    container: 'jsonl',
    packing: 'zip',
    dialect: 'amplitude',
  })
  for (const one of [path, zipped, await file(gzipSync(amplitudeFile))]) await goesOn(t, one)
  await t.rejects(all(await file(packed.subarray(0, 100), 'zip')), /has no end/)
  await t.rejects(all(await file(zip({ 'a.txt': Buffer.from('x') }), 'zip')), /contains no .json/)
})

t.test('what PostHog exports, in three ways', async (t) => {
  const event = {
    uuid: 'u1',
    event: '$pageview',
    distinct_id: 'd1',
    timestamp: '2026-01-05T10:00:00.123000+00:00',
    properties: { $os: 'iOS', plan: 'pro' },
  }
  const person = JSON.stringify({ email: 'a@b.c' })
  const lines = await file(
    jsonl(posthogRow, { ...posthogRow, properties: 'x' }, { ...posthogRow, person_properties: person }),
  )
  t.strictSame(told(await all(lines)), [
    event,
    '2: properties must be an object',
    { ...event, $set: { email: 'a@b.c' } },
  ])
  const cells = Object.values(posthogRow).map((cell) => `"${cell.replaceAll('"', '""')}"`)
  const csv = await file(`${Object.keys(posthogRow).join(',')}\n${cells.join(',')}\n`, 'csv')
  t.strictSame(told(await all(csv)), [event])
  const packed = await file(gzipSync(await readFile(csv)), 'csv.gz')
  t.strictSame(told(await all(packed)), [event])
  const parquet = join(folder, 'posthog.parquet')
  const columnData = Object.entries(posthogRow).map(([name, cell]) => ({
    name,
    data: [cell],
    type: 'STRING' as const,
  }))
  parquetWriteFile({ filename: parquet, columnData })
  t.strictSame(told(await all(parquet)), [event])
})

t.test('Parquet as engines write it, packed with Zstandard', async (t) => {
  const { url, user = '', password = '' } = testEngines().clickhouse
  const query =
    `SELECT concat('e', toString(number % 7)) AS event, 'd' AS device_id, concat('{"n":', toString(number), '}') AS properties ` +
    `FROM numbers(20000) FORMAT Parquet SETTINGS output_format_parquet_compression_method = 'zstd'`
  const headers = { 'x-clickhouse-user': user, 'x-clickhouse-key': password }
  const answer = await fetch(url, { method: 'POST', headers, body: query })
  const path = await file(Buffer.from(await answer.arrayBuffer()), 'parquet')
  t.ok((await readFile(path)).includes(Buffer.from([0x28, 0xb5, 0x2f, 0xfd])), 'holds a frame of Zstandard')
  const items = told(await all(path))
  t.equal(items.length, 20_000)
  t.strictSame(items[12_345], { event: 'e4', device_id: 'd', properties: { n: 12_345 } })
})

t.test('Parquet with lines of our own', async (t) => {
  const path = join(folder, 'own')
  const numbers = Array.from({ length: 25 }, (_, index) => index)
  parquetWriteFile({
    filename: path,
    rowGroupSize: 10,
    columnData: [
      { name: 'event', data: numbers.map((n) => `e${n}`), type: 'STRING' },
      { name: 'device_id', data: numbers.map((n) => (n === 3 ? null : 'd')), type: 'STRING', nullable: true },
      {
        name: 'timestamp',
        data: numbers.map((n) => new Date(Date.UTC(2026, 0, 5, 10, n))),
        type: 'TIMESTAMP',
      },
      { name: 'properties', data: numbers.map((n) => JSON.stringify({ n })), type: 'STRING' },
      { name: 'properties.big', data: numbers.map((n) => BigInt(n) * 2n ** 50n), type: 'INT64' },
      { name: 'paid', data: numbers.map((n) => n % 2 === 0), type: 'BOOLEAN' },
      { name: 'amount', data: numbers.map((n) => n / 4), type: 'DOUBLE' },
    ],
  })
  const items = await all(path)
  t.equal(items.length, 25)
  t.strictSame(told(items)[3], {
    event: 'e3',
    timestamp: '2026-01-05T10:03:00.000Z',
    properties: { n: 3, big: 3 * 2 ** 50 },
    paid: false,
    amount: 0.75,
  })
  t.match(told(items)[24], { properties: { n: 24, big: (24n * 2n ** 50n).toString() } })
  t.strictSame(
    items.map(({ line }) => line),
    numbers.map((n) => n + 1),
  )
  await goesOn(t, path)
  await t.rejects(all(await file(Buffer.from('PAR1 nonsense'))), Error)
})

t.test('a killed import goes on, and the same data is there', async (t) => {
  const lines = Array.from({ length: 400 }, (_, n) =>
    amplitude({ uuid: `u${n}`, user_properties: n % 3 === 0 ? { n } : {} }),
  )
  const path = await file(jsonl(...lines))
  const received = new Map<string, string>()
  let requests = 0
  let hold: (() => void) | null = null
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      requests++
      const items = Buffer.concat(parts).toString().split('\n')
      for (const item of items) {
        const { message_id: id } = JSON.parse(item) as { message_id: string }
        if (received.has(id) && received.get(id) !== item) t.fail(`${id} came with other content`)
        received.set(id, item)
      }
      // The third is stored and never acknowledged.
      if (requests === 3 && hold !== null) hold()
      else response.writeHead(202).end(JSON.stringify({ accepted: items.length }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const args = ['import', path, '--url', url, '--key', 'k', '--batch-size', '50']
  const held = new Promise<void>((resolve) => (hold = resolve))
  const first = run(args)
  await held
  first.child.kill('SIGKILL')
  await first.ended
  hold = null
  t.match(JSON.parse(await readFile(statePath(path), 'utf8')), { accepted: 100 })
  const second = await run(args).ended
  t.equal(second.code, 0, second.err)
  t.match(second.out, /lines up to \d+ were sent before/)
  const resumed = new Map(received)
  received.clear()
  await rm(statePath(path))
  t.equal((await run(args).ended).code, 0)
  t.strictSame([...resumed.keys()].sort(), [...received.keys()].sort())
  t.equal(received.size, 400 + 134)
  requests = 0
  t.match((await run(args).ended).out, /534 accepted/)
  t.equal(requests, 0, 'a finished import sends nothing')
})
