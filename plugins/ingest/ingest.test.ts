import fc from 'fast-check'
import t from 'tap'
import {
  Reply,
  ServiceError,
  type Ask,
  type JsonObject,
  type PluginHost,
  type RouteDefinition,
} from '../../contract/index.js'
import type { TObject, TSchema } from 'typebox'
import { eventReader } from './agent-line.js'
import type { PendingBatch } from './pending-batch.js'
import { draftOf } from './event-draft.js'
import { readEvent } from './event-line.js'
import { LineError } from './line-error.js'
import { readItem, splitLines } from './lines.js'
import { readLog } from './log-line.js'
import { registerRoutes } from './routes.js'
import { readTimestamp } from './timestamp.js'

const now = Date.UTC(2026, 2, 10, 12)
const hour = 3_600_000

const errorOf = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    if (error instanceof LineError) return error.message
    throw error
  }
  return 'accepted'
}

/** The reply to a POST, and the batches that it stored. */
async function post(path: string, body: string | Buffer): Promise<{ reply: Reply; stored: PendingBatch[] }> {
  const routes = new Map<string, RouteDefinition<TObject, TObject, TSchema>>()
  const host = {
    route: (route: RouteDefinition<TObject, TObject, TSchema>) => routes.set(route.path, route),
  }
  registerRoutes(host as unknown as PluginHost)
  const stored: PendingBatch[] = []
  const pipeline = {
    accept: (_: unknown, draft: PendingBatch) => Promise.resolve(void stored.push(draft)),
    namesAreFull: () => false,
  }
  const use = ({ name }: { name: string }): unknown =>
    name === 'eventReading' ? { read: eventReader(null) } : pipeline
  const ask = { requestId: 'req_1', now, workspace: { id: 'ws_1', number: 1 }, use }
  const input = { params: {}, query: {}, queryString: '', headers: {}, body: Buffer.from(body as string) }
  const reply = (await routes.get(path)!.handle(ask as unknown as Ask, input)) as Reply
  return { reply, stored }
}

t.test('a body is recognised by its content', (t) => {
  const parts = (body: string): [number, string][] =>
    [...splitLines(Buffer.from(body))].map(({ line, content }) => [line, content.toString().trim()])
  t.same(parts(''), [])
  t.same(parts(' \r\n\n\t'), [])
  t.same(parts('{"a":1}\r\n\n  {"a":2}'), [
    [1, '{"a":1}'],
    [3, '{"a":2}'],
  ])
  t.same(parts('\ufeff{"a":1}'), [[1, '{"a":1}']])
  t.same(parts(' [ {"a":"],\\"["} , [1,{}],\n3 ] '), [
    [1, '{"a":"],\\"["}'],
    [2, '[1,{}]'],
    [3, '3'],
  ])
  t.same(parts('[]'), [])
  t.same(parts('[{},]').length, 2, 'a missing item is an item that fails')
  t.same(parts('\n{\n "a": 1\n}\n'), [[2, '{\n "a": 1\n}']])
  t.same(parts('{\n"a": }\n').length, 2, 'no object over several lines')
  t.same(parts('{"a":1}\n \n'), [[1, '{"a":1}']])
  for (const broken of ['[', '[{"a":1}', '[1]x', '[1}', '["', '[1]\n[2]'])
    t.throws(() => parts(broken), { code: 'VALIDATION_ERROR' }, broken)
  t.equal(parts('{}\n'.repeat(10_000)).length, 10_000)
  t.throws(() => parts('{}\n'.repeat(10_001)), { code: 'PAYLOAD_TOO_LARGE' })
  t.throws(() => parts(`[${'{},'.repeat(10_000)}{}]`), { code: 'PAYLOAD_TOO_LARGE' })
  t.end()
})

t.test('a large body has the lines of a small one', (t) => {
  const line = (n: number): string => `{"n":${n},"text":"${(n % 3 === 0 ? 'ü' : 'u').repeat(n % 97)}"}`
  const lines = Array.from({ length: 5_000 }, (_, n) => (n % 501 === 7 ? '  ' : line(n)))
  lines[100] = `{"long":"${'x'.repeat(200_000)}"}`
  const bad = Buffer.concat([Buffer.from('{"bad":"'), Buffer.from([0xff]), Buffer.from('"}')])
  const body = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\n`), bad, Buffer.from(`\n${line(1)}`)])
  const read = [...splitLines(body)].map(({ line, content, size }) => {
    const bytes = typeof content === 'string' ? Buffer.byteLength(content) : content.length
    t.ok(Math.abs(size - bytes) <= bytes, 'about its size')
    const error = errorOf(() => readItem(content))
    return [line, error === 'accepted' ? content.toString().trim() : error]
  })
  const expected = lines.flatMap((text, index) => (text === '  ' ? [] : [[index + 1, text]]))
  t.strictSame(read, [...expected, [5_001, 'the item is not valid UTF-8'], [5_002, line(1)]])
  t.end()
})

t.test('an item is rejected with its reason', (t) => {
  const read = (text: string | Buffer): string => errorOf(() => readItem(Buffer.from(text as string)))
  t.match(read('{"a":1'), /not valid JSON/)
  t.match(read('5'), /must be a JSON object/)
  t.match(read('[]'), /must be a JSON object/)
  t.match(read('null'), /must be a JSON object/)
  t.match(read(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), /UTF-8/)
  t.match(read('{"a":1e400}'), /too large/)
  t.match(read('{"a":{"":1}}'), /member names must not be empty/)
  t.match(read(`{"a":"${'x'.repeat(1024 * 1024)}"}`), /larger than 1 MB/)
  const nested = (levels: number): string => `${'{"a":'.repeat(levels - 1)}{"b":1}${'}'.repeat(levels - 1)}`
  t.equal(read(nested(32)), 'accepted')
  t.match(read(nested(33)), /deeper than 32/)
  t.match(read(`{"a":${'['.repeat(32)}${']'.repeat(32)}}`), /deeper than 32/)
  t.match(read(`{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`), /deeper than 32|not valid JSON/)
  t.end()
})

t.test('cleaning', (t) => {
  const read = (text: string): JsonObject => readItem(Buffer.from(text))
  t.same(read('{"a":null,"b":{"c":null,"d":{}},"e":[null,{},{"f":null}]}'), { e: [null, {}, {}] })
  t.same(read('{"a\\u0000":"x\\u0000y","b\\ud800":"\\udfff","ok":"\\ud83d\\ude00"}'), {
    'a\uFFFD': 'x\uFFFDy',
    'b\uFFFD': '\uFFFD',
    ok: '😀',
  })
  t.ok(Object.is(read('{"a":-0}')['a'], 0))
  const harmless = read('{"__proto__":{"polluted":1},"a":{"__proto__":5}}')
  t.same(Object.keys(harmless), ['__proto__', 'a'])
  t.equal(Object.getPrototypeOf(harmless), Object.prototype)
  const stored = readEvent({ ...harmless, event: 'e', device_id: 'd' }, now).event
  t.equal(JSON.stringify(stored?.properties), '{"__proto__":{"polluted":1},"a":{"__proto__":5}}')
  t.equal(({} as Record<string, unknown>)['polluted'], undefined)
  t.end()
})

t.test('any JSON is rejected or clean afterwards', (t) => {
  const ill = /[\0\ud800-\udfff]/u
  const check = (value: unknown, inArray: boolean): boolean => {
    if (value === null) return inArray
    if (typeof value === 'string') return !ill.test(value)
    if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
    if (Array.isArray(value)) return value.every((one) => check(one, true))
    if (typeof value !== 'object') return true
    const members = Object.entries(value)
    return (
      (inArray || members.length > 0) &&
      members.every(([k, v]) => k !== '' && !ill.test(k) && check(v, false))
    )
  }
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '',
      '\0',
      '\ud800',
      '__proto__',
      'event',
      'device_id',
      'timestamp',
      'context',
      'properties',
    ),
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      texts,
      fc.double(),
      fc.constantFrom(null, true, 'track', 'identify', 'context', 'group', 'alias'),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(texts, tie('tree'), { maxKeys: 6 }),
    ),
  }))
  fc.assert(
    fc.property(tree, fc.boolean(), (value, wrapped) => {
      const item = wrapped
        ? { event: 'e', device_id: 'd', message: 'm', properties: value, context: value }
        : value
      const text = JSON.stringify(item)
      try {
        const cleaned = readItem(Buffer.from(text))
        if (Object.keys(cleaned).length > 0 && !check(cleaned, false)) return false
        return storedJson(cleaned).every((json) => check(json, true))
      } catch (error) {
        return error instanceof LineError
      }
    }),
    { numRuns: 2000 },
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      try {
        for (const line of splitLines(bytes)) errorOf(() => readItem(line.content))
        return true
      } catch (error) {
        return error instanceof ServiceError
      }
    }),
  )
  t.end()
})

/** The JSON of every row that an item becomes. */
function storedJson(item: JsonObject): readonly JsonObject[] {
  const found: JsonObject[] = []
  errorOf(() => {
    const { events, traits, contexts } = draftOf([readEvent(item, now)])
    found.push(...[...events, ...contexts].map((row) => row.properties), ...traits.map((row) => row.traits))
  })
  errorOf(() => found.push(readLog(item, now).message))
  return found
}

t.test('timestamps', (t) => {
  const at = (value: string | number): number => readTimestamp(value, now)
  t.equal(readTimestamp(undefined, now), now)
  t.equal(at(1_700_000_000_000.7), 1_700_000_000_000)
  t.equal(at(0), 0)
  const noon = Date.UTC(2024, 1, 29, 12, 30, 15)
  t.equal(at('2024-02-29'), Date.UTC(2024, 1, 29))
  for (const same of ['2024-02-29T12:30:15Z', '2024-02-29 12:30:15', '2024-02-29T14:30:15+02:00'])
    t.equal(at(same), noon, same)
  for (const same of ['2024-02-29T07:00:15-0530', '2024-02-29t12:30:15z', '2024-02-29T13:30:15+01'])
    t.equal(at(same), noon, same)
  t.equal(at('2024-02-29T12:30:15.1234567Z'), noon + 123)
  t.equal(at('2024-02-29T12:30:15.5Z'), noon + 500)
  t.equal(at(now + 24 * hour), now + 24 * hour)
  for (const bad of [
    '',
    'yesterday',
    '2023-02-29',
    '2024-13-01',
    '2024-02-29T24:00:00Z',
    '20240229',
    '2024-02-29T12',
  ])
    t.match(
      errorOf(() => at(bad)),
      /ISO 8601/,
      bad,
    )
  t.match(
    errorOf(() => readTimestamp(true, now)),
    /ISO 8601/,
  )
  t.match(
    errorOf(() => at(-1)),
    /before 1970/,
  )
  t.match(
    errorOf(() => at('1969-12-31T23:59:59Z')),
    /before 1970/,
  )
  t.match(
    errorOf(() => at(now + 24 * hour + 1)),
    /24 hours/,
  )
  t.end()
})

t.test('the answers', async (t) => {
  const good = '{"event":"e","device_id":"d"}'
  const all = await post('/v1/events', `${good}\n${good}\n`)
  t.same([all.reply.status, all.reply.body], [202, { accepted: 2, request_id: 'req_1' }])
  t.equal(all.stored[0]?.events.length, 2)
  const some = await post('/v1/events', `${good}\n\n{"event":5,"device_id":"d"}\nnonsense`)
  t.same(some.reply.status, 207)
  t.same(some.reply.body, {
    accepted: 1,
    rejected: 2,
    errors: [
      { line: 3, error: 'event must be a non-empty string' },
      { line: 4, error: 'the item is not valid JSON' },
    ],
    request_id: 'req_1',
  })
  t.equal(some.stored[0]?.events.length, 1)
  const none = {
    code: 'VALIDATION_ERROR',
    details: [{ path: 'line 1', message: 'the item is not valid JSON' }],
  }
  await t.rejects(post('/v1/events', 'x'), none)
  for (const empty of ['', '\n \n', '[]'])
    await t.rejects(post('/v1/logs', empty), { message: /body is empty/ })
  const logs = await post('/v1/logs', '[{"message":"a"},{"message":"b","level":"err"}]')
  t.same([logs.reply.status, logs.stored[0]?.logs.length], [202, 2])
  const large = `{"event":"e","device_id":"d","x":"${'x'.repeat(500_000)}"}\n`.repeat(5)
  t.same((await post('/v1/events', large)).stored[0]?.events.length, 5, 'read in several stretches')
})
