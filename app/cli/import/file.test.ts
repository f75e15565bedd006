import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { importFile, type ImportOptions } from './file.js'
import { RetryLater, type SendResult } from './flights.js'
import type { ImportItem } from '../../../contract/index.js'
import { readItems, type ReadOptions } from './items.js'
import { withMessageId as partsWithId } from './message-id.js'
import { fileState, statePath } from './state.js'
import { ingestSender } from './ingest-sender.js'
import { formats } from './test-formats.js'

const folder = await mkdtemp(join(tmpdir(), 'sextant-import-'))
t.teardown(() => rm(folder, { recursive: true }))

let files = 0
async function file(content: string | Buffer, extension = 'jsonl'): Promise<string> {
  const path = join(folder, `${++files}.${extension}`)
  await writeFile(path, content)
  return path
}

async function read(path: string, options: Partial<ReadOptions> = {}): Promise<ImportItem[]> {
  const items: ImportItem[] = []
  for await (const list of readItems(path, { formats, source: 'events', ...options })) items.push(...list)
  return items
}
const short = (items: readonly ImportItem[]): unknown[] =>
  items.map((item) => [item.line, 'json' in item ? (JSON.parse(item.json) as unknown) : item.error])

t.test('JSON Lines: lines, offsets and what is no text', async (t) => {
  const content = Buffer.concat([
    Buffer.from('\ufeff{"a":1}\r\n\n  {"b":"ü"}\n'),
    Buffer.from([0xff, 0x0a]),
    Buffer.from(`"${'x'.repeat(1024 * 1024)}"\n{"c":3}`),
  ])
  const items = await read(await file(content))
  t.same(short(items), [
    [1, { a: 1 }],
    [3, { b: 'ü' }],
    [4, 'the line is not valid UTF-8'],
    [5, 'the line is larger than 1 MB'],
    [6, { c: 3 }],
  ])
  t.equal(items.at(-1)?.offset, content.length)
  const path = await file(content, 'txt')
  for (const [index, { offset, end }] of items.entries())
    t.same(
      await read(path, { from: { offset, line: end } }),
      items.slice(index + 1),
      'goes on after any item',
    )
  t.same(await read(await file('')), [])
})

t.test('CSV: names, types, nesting', async (t) => {
  const csv = [
    '\ufeffevent,device_id,properties.plan,properties.amount:number,context.os.name,vip:boolean,properties.tags:json,a.b',
    'signup,d1,pro,12.50,iOS,true,"[1,""x""]",7',
    '',
    '"two\nlines",d2,,,,0,,',
    ',,,,,,,',
    'bad,d3,x,much,,,,',
    'bad,d3,x,,,maybe,,',
    'bad,d3,x,,,,{,',
    'short,d4',
    'last,d5,__proto__,-1e3,,,,',
  ].join('\r\n')
  const path = await file(csv, 'csv')
  const items = await read(path)
  t.same(short(items), [
    [
      2,
      {
        event: 'signup',
        device_id: 'd1',
        properties: { plan: 'pro', amount: 12.5, tags: [1, 'x'] },
        context: { os: { name: 'iOS' } },
        vip: true,
        'a.b': '7',
      },
    ],
    [3, { event: 'two\nlines', device_id: 'd2', vip: false }],
    [7, 'the cell of column properties.amount must be a number'],
    [8, 'the cell of column vip must be a boolean'],
    [9, 'the cell of column properties.tags must be JSON'],
    [10, 'the record has 2 cells, the header 8'],
    [11, { event: 'last', device_id: 'd5', properties: { plan: '__proto__', amount: -1000 } }],
  ])
  for (const [index, { offset, end }] of items.entries())
    t.same(
      await read(path, { from: { offset, line: end } }),
      items.slice(index + 1),
      'goes on after any record',
    )
  const logs = await read(await file('message,data.code:number,properties.x\nm,5,y', 'csv'), {
    source: 'logs',
  })
  t.same(short(logs), [[2, { message: 'm', data: { code: 5 }, 'properties.x': 'y' }]])
  t.same(short(await read(await file('a\n\ufffd\n', 'csv'))), [[2, 'the record is not valid UTF-8']])
  t.same(await read(await file('', 'csv')), [])
  await t.rejects(read(await file('event,,x\n1,2,3', 'csv')), /column 2 must have a complete name/)
  await t.rejects(read(await file('event,properties.\n1,2', 'csv')), /column 2 must have a complete name/)
  await t.rejects(read(await file('properties.a,properties.a.b\n1,2', 'csv')), /exclude each other/)
  await t.rejects(read(await file('a,a\n1,2', 'csv')), /exclude each other/)
  await t.rejects(
    read(await file('a,b\n1,"2\n3,4\n', 'csv')),
    /record at line 2 has a quote in the wrong place/,
  )
  await t.rejects(read(join(folder, 'missing.csv')), { code: 'ENOENT' })
})

t.test('a message_id follows from the place and the text', (t) => {
  const withMessageId = (json: string, place: string): string | null =>
    partsWithId(json, place)?.join('') ?? null
  const id = (json: string, place = 'f:1'): unknown =>
    (JSON.parse(withMessageId(json, place) ?? 'null') as { message_id: unknown }).message_id
  t.equal(withMessageId('{"message_id":"own"}', 'f:1'), '{"message_id":"own"}')
  t.match(id('{"a":1}'), /^import-[0-9a-f]{32}$/)
  t.equal(id('{"a":1}'), id('{"a":1}'))
  t.not(id('{"a":1}'), id('{"a":2}'))
  t.not(id('{"a":1}'), id('{"a":1}', 'f:2'))
  t.match(id('{}'), /^import-/)
  for (const none of ['{"message_id":null,"a":1}', '{"message_id":" "}']) t.match(id(none), /^import-/)
  const known = partsWithId('{"a":1}', 'f:1', true)?.join('')
  t.equal(known, withMessageId('{"a":1}', 'f:1'), 'a reader that knows that there is none changes nothing')
  t.match(withMessageId('{"n":12345678901234567890}', 'f:1'), /"n":12345678901234567890}$/, 'digits stay')
  for (const bad of ['{', '5', '[]', 'null']) t.equal(withMessageId(bad, 'f:1'), null)
  t.end()
})

type Item = Record<string, unknown>

/** A service that records what it receives. `answers` are used first; an Error is thrown. */
function service(...answers: (SendResult | Error)[]) {
  const batches: Item[][] = []
  const waits: number[] = []
  const send = (body: string): Promise<SendResult> => {
    const items = body.split('\n').map((line) => JSON.parse(line) as Item)
    const answer = answers.shift()
    if (answer instanceof Error) return Promise.reject(answer)
    batches.push(items)
    return Promise.resolve(answer ?? { accepted: items.length, rejected: 0, errors: [] })
  }
  const sleep = (time: number): Promise<void> => Promise.resolve(void waits.push(time))
  return { send, sleep, batches, waits }
}
const run = (path: string, to: ReturnType<typeof service>, more: Partial<ImportOptions> = {}) =>
  importFile({
    path,
    formats,
    source: 'events',
    state: fileState(path),
    send: to.send,
    sleep: to.sleep,
    ...more,
  })
const numbers = (count: number): string => Array.from({ length: count }, (_, n) => `{"n":${n}}`).join('\n')

t.test('batches, line numbers of the file, and progress', async (t) => {
  const path = await file('{"n":0}\n\nnonsense\n{"n":1}\n{"n":2}\n[]\n{"n":3}\n')
  const to = service(
    { accepted: 1, rejected: 1, errors: [{ line: 2, error: 'refused' }] },
    { accepted: 2, rejected: 0, errors: [] },
  )
  const progress: unknown[] = []
  const report = await run(path, to, { batchSize: 3, onProgress: (one) => progress.push(one) })
  t.same(report, {
    accepted: 3,
    rejected: 3,
    errors: [
      { line: 3, error: 'the line must be a JSON object' },
      { line: 4, error: 'refused' },
      { line: 6, error: 'the line must be a JSON object' },
    ],
    resumedAt: 0,
  })
  t.same(
    to.batches.map((batch) => batch.map((item) => item['n'])),
    [
      [0, 1],
      [2, 3],
    ],
  )
  const totalBytes = (await readFile(path)).length
  t.same(progress, [
    { bytes: 26, totalBytes, line: 4, accepted: 1, rejected: 2 },
    { bytes: totalBytes, totalBytes, line: 7, accepted: 3, rejected: 3 },
  ])
})

t.test('a busy service is asked again, patiently', async (t) => {
  const path = await file(numbers(3))
  const to = service(new RetryLater('busy', 7), new RetryLater('busy'), new RetryLater('busy'))
  t.equal((await run(path, to)).accepted, 3)
  t.same(to.waits, [7000, 1000, 2000])
  const dead = service(...Array.from({ length: 12 }, () => new RetryLater('busy')))
  await t.rejects(run(await file(numbers(2)), dead, { tries: 12 }), { name: 'RetryLater' })
  t.equal(dead.waits.length, 11)
  t.equal(Math.max(...dead.waits), 30_000)
})

t.test('an import that broke off goes on, and a repeated one sends the same ids', async (t) => {
  for (const [content, extension] of [
    [numbers(10), 'jsonl'],
    [`n\n${Array.from({ length: 10 }, (_, n) => n).join('\n')}`, 'csv'],
  ] as const) {
    const path = await file(content, extension)
    const whole = service()
    await run(path, whole)
    await rm(statePath(path))
    const first = service({ accepted: 3, rejected: 1, errors: [{ line: 2, error: 'refused' }] })
    const broken = {
      ...first,
      send: (body: string) =>
        first.batches.length === 2 ? Promise.reject(new Error('401')) : first.send(body),
    }
    await t.rejects(run(path, broken, { batchSize: 4 }), { message: '401' })
    const second = service()
    const report = await run(path, second, { batchSize: 4 })
    t.equal(report.resumedAt, extension === 'csv' ? 9 : 8)
    t.same([report.accepted, report.rejected, report.errors.length], [9, 1, 1], 'the counts of both')
    t.same([...first.batches, ...second.batches].flat(), whole.batches.flat(), 'each line once, ids as ever')
    t.equal(new Set(whole.batches.flat().map((item) => item['message_id'])).size, 10)
    t.same((await run(path, second)).accepted, 9, 'a finished import sends nothing more')
    t.equal(second.batches.length, 1)
    await utimes(path, 1, 1)
    const again = service()
    await run(path, again)
    t.same(again.batches, whole.batches, 'a touched file is read again')
  }
})

t.test('a state that cannot be read is none', async (t) => {
  const path = await file(numbers(2))
  await writeFile(statePath(path), '{"offset":')
  t.equal((await run(path, service())).accepted, 2)
})

t.test('the sender understands every answer', async (t) => {
  const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => {
    const calls: [unknown, RequestInit | undefined][] = []
    const call: typeof fetch = (url, init) => {
      calls.push([url instanceof URL ? url.href : '', init])
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return status === 0
        ? Promise.reject(new TypeError('refused'))
        : Promise.resolve(new Response(text, { status, headers }))
    }
    return { calls, send: ingestSender({ url: 'http://host:1', key: 'k', source: 'logs', fetch: call }) }
  }
  const good = answer(202, { accepted: 2, request_id: 'r' })
  t.same(await good.send('{}\n{}'), { accepted: 2, rejected: 0, errors: [] })
  t.equal(good.calls[0]?.[0], 'http://host:1/v1/logs')
  t.match(good.calls[0]?.[1], { method: 'POST', body: '{}\n{}', headers: { authorization: 'Bearer k' } })
  const errors = [{ line: 2, error: 'no' }]
  t.same(await answer(207, { accepted: 1, rejected: 1, errors }).send('{}'), {
    accepted: 1,
    rejected: 1,
    errors,
  })
  const details = [{ path: 'line 2', message: 'no' }]
  t.same(await answer(422, { message: 'none', details }).send('a\nb'), { accepted: 0, rejected: 2, errors })
  await t.rejects(answer(422, { message: 'none', details: [] }).send('a'), { message: '422: none' })
  await t.rejects(answer(503, { message: 'busy' }, { 'retry-after': '3' }).send('a'), {
    name: 'RetryLater',
    retryAfter: 3,
  })
  await t.rejects(answer(502, '<html>').send('a'), { name: 'RetryLater', retryAfter: 0 })
  await t.rejects(answer(0, '').send('a'), { name: 'RetryLater', message: 'http://host:1 does not respond' })
  await t.rejects(answer(401, { message: 'unknown key' }).send('a'), {
    name: 'Error',
    message: '401: unknown key',
  })
})
