import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetWriteFile, type ColumnSource } from 'hyparquet-writer'
import t from 'tap'
import type { ImportItem } from '../../contract/index.js'
import { parquet } from './parquet.js'
import { textOf } from './parquet-text.js'

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

t.test('a buffer whose content changes is read again', (t) => {
  // Buffers of this size are cut from a pool, which all have in common.
  const pool = Buffer.from('first')
  t.equal(textOf(pool), 'first')
  pool.write('other')
  t.equal(textOf(pool), 'other')
  const large = new Uint8Array(100_000).fill(0x61)
  t.equal(textOf(large.subarray(99_990)), 'a'.repeat(10))
  t.equal(textOf(Buffer.from('\ufeffmarked')), 'marked', 'without its byte order mark')
  t.end()
})

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
