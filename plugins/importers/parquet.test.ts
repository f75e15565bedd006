import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetWriteFile, type ColumnSource } from 'hyparquet-writer'
import t from 'tap'
import type { ImportItem } from '../../contract/index.js'
import { parquet } from './parquet.js'
import { ParquetStrings } from './parquet-strings.js'

const folder = await mkdtemp(join(tmpdir(), 'sextant-parquet-'))
t.teardown(() => rm(folder, { recursive: true }))

let files = 0
async function itemsOf(columnData: ColumnSource[]): Promise<readonly ImportItem[]> {
  const path = join(folder, `${++files}.parquet`)
  parquetWriteFile({ filename: path, columnData, rowGroupSize: 20_000 })
  const items: ImportItem[] = []
  const open = (): AsyncIterable<Uint8Array> => {
    throw new Error('Parquet is read by its path')
  }
  const read = parquet.read({
    path,
    size: 0,
    source: 'events',
    from: { offset: 0, line: 0 },
    options: {},
    open,
  })
  for await (const list of read)
    items.push(...(Array.isArray(list) ? (list as ImportItem[]) : [list as ImportItem]))
  return items
}

const textsOf = (items: readonly ImportItem[]): readonly string[] =>
  items.map((item) => ('json' in item ? item.json : item.error))

t.test('strings of pages of all sizes are read unchanged', async (t) => {
  const texts = [
    '',
    'a',
    'plain text of ASCII',
    'é',
    '中文',
    '😀 and ASCII',
    '\u0000',
    '\u007f',
    'x'.repeat(500),
  ]
  for (const count of [9, 500, 45_000]) {
    const data = Array.from({ length: count }, (_, n) => `${texts[n % texts.length] ?? ''}${n > 8 ? n : ''}`)
    const lines = textsOf(await itemsOf([{ name: 'event', data, type: 'STRING' }]))
    t.equal(lines.length, count)
    t.equal(
      lines.findIndex((line, n) => line !== JSON.stringify({ event: data[n] })),
      -1,
    )
  }
})

t.test('a buffer whose content changes keeps the strings that were read', (t) => {
  const strings = new ParquetStrings()
  // Buffers of this size are cut from a pool, which all have in common.
  const pool = Buffer.from('first')
  const first = strings.add(pool)
  pool.write('other')
  const second = strings.add(pool)
  const large = new Uint8Array(100_000).fill(0x61)
  const third = strings.add(large.subarray(99_990))
  const marked = strings.add(Buffer.from('\ufeffmarked'))
  const many = Array.from({ length: 20_000 }, (_, n) => [n, strings.add(Buffer.from(`é ${n}`))] as const)
  t.equal(strings.text(first), 'first')
  t.equal(strings.text(second), 'other')
  t.equal(strings.text(third), 'a'.repeat(10))
  t.equal(strings.text(marked), 'marked', 'without its byte order mark')
  t.notOk(strings.isPlain(marked), 'so its bytes are not to be copied')
  t.equal(
    many.find(([n, number]) => strings.text(number) !== `é ${n}`),
    undefined,
  )
  t.end()
})

t.test('a row has the text of its values, whatever they are', async (t) => {
  const strings = [
    '',
    'plain',
    'a "quote"',
    'back\\slash',
    'tab\t',
    'é',
    '中文 "x"',
    '😀',
    '\u007f',
    '\u2028',
    '\ufeffmarked',
    'x'.repeat(70_000),
  ]
  const json = [
    '{}',
    '{"a":1}',
    '{"a": 1}',
    '{"é":"中"}',
    '{"a":1.0,"b":"\\u0041"}',
    'no JSON',
    '[1]',
    '{"2":1,"1":2}',
    'null',
    '"text"',
    '{"a":',
    ' {}',
  ]
  const numbers = [0, -1, 1.5, 1e21, NaN, Infinity, -0, 5e-324, 2 ** 53, 12, 13, 14]
  const integers = numbers.map((_, n) => [0n, -1n, 2n ** 53n - 1n, 2n ** 53n, -(2n ** 62n)][n % 5] ?? 0n)
  const count = strings.length * json.length * 5
  const rows = Array.from({ length: count }, (_, n) => ({
    event: n % 7 === 0 ? null : (strings[n % strings.length] ?? ''),
    properties: n % 5 === 0 ? null : (json[Math.floor(n / strings.length) % json.length] ?? ''),
    'context.country': n % 3 === 0 ? null : (strings[(n + 5) % strings.length] ?? ''),
    'context.locale': n % 4 === 0 ? null : (strings[(n + 2) % strings.length] ?? ''),
    number: n % 6 === 0 ? null : (numbers[n % numbers.length] ?? 0),
    integer: integers[n % integers.length] ?? 0n,
    flag: n % 2 === 0,
    größe: n % 9 === 0 ? 'ü' : null,
  }))
  const types = { number: 'DOUBLE', integer: 'INT64', flag: 'BOOLEAN' } as const
  const names = [
    'event',
    'properties',
    'context.country',
    'context.locale',
    'number',
    'integer',
    'flag',
    'größe',
  ] as const
  const items = await itemsOf(
    names.map((name) => ({
      name,
      data: rows.map((row) => row[name]),
      type: name in types ? types[name as keyof typeof types] : 'STRING',
      nullable: true,
    })),
  )
  const without = (text: string | null) => text?.replace(/^\ufeff/, '') ?? null
  const expected = rows.map((row) => {
    const context = Object.fromEntries(
      (['country', 'locale'] as const).flatMap((name) => {
        const text = without(row[`context.${name}`])
        return text === null ? [] : [[name, text]]
      }),
    )
    const { integer } = row
    return JSON.stringify({
      ...(row.event !== null && { event: without(row.event) }),
      ...(row.properties !== null && { properties: parsedOr(row.properties) }),
      ...(Object.keys(context).length > 0 && { context }),
      ...(row.number !== null && { number: row.number }),
      integer: Number.isSafeInteger(Number(integer)) ? Number(integer) : String(integer),
      flag: row.flag,
      ...(row['größe'] !== null && { größe: row['größe'] }),
    })
  })
  t.equal(items.length, count)
  t.equal(
    textsOf(items).findIndex((text, n) => text !== expected[n]),
    -1,
  )
  t.equal(new Set(expected).size > 100, true)
})

t.test('a value of any length is read', async (t) => {
  const data = ['short', 'x'.repeat(65_000), 'y'.repeat(1_500_000), 'last']
  const lines = textsOf(await itemsOf([{ name: 'event', data, type: 'STRING' }]))
  t.ok(lines.every((line, n) => line === JSON.stringify({ event: data[n] })))
  t.equal(lines.length, 4)
})

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

t.test('times of all units are read as the text of their milliseconds', async (t) => {
  const first = Date.UTC(2026, 0, 5, 10)
  const times = [0, 1, 59_999, 86_400_000, 40 * 86_400_000 + 7, -1 - first].map((ms) => new Date(first + ms))
  const integers = times.map((time) => BigInt(time.getTime()))
  const items = await itemsOf([
    { name: 'event', data: times.map(() => 'e'), type: 'STRING' },
    { name: 'timestamp', data: [...times.slice(0, 5), null], type: 'TIMESTAMP', nullable: true },
    { name: 'properties.at', data: times, type: 'TIMESTAMP' },
    { name: 'number', data: integers, type: 'INT64' },
    { name: 'message_id', data: times, type: 'TIMESTAMP' },
  ])
  t.same(
    textsOf(items),
    times.map((time, n) =>
      JSON.stringify({
        event: 'e',
        ...(n < 5 && { timestamp: time }),
        properties: { at: time },
        number: time.getTime(),
        message_id: time,
      }),
    ),
  )
  t.notOk(
    items.some((item) => 'hasId' in item),
    'whether an id that is no string counts, the text tells',
  )
})
