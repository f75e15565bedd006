import t from 'tap'
import type { JsonValue, WorkspaceRef } from '../../../contract/index.js'
import { eventually } from '../../../test/support/eventually.js'
import { patience } from '../../../test/support/patience.js'
import { event, link, noon, openSandbox, trait, usual } from './test-workspaces.js'

const sandbox = openSandbox(t)
const { sql } = sandbox
const own = await sandbox.workspace({
  events: [
    event('phone', 'open', 0, { plan: 'pro', 'a.b': 1, 'c%': { d: true } }),
    event('laptop', 'buy', 1_000, { amount: 2.5 }),
    event('laptop', 'open', 2_000),
    event('tablet', 'open', 3_000),
  ],
  links: [link('phone', 'u1')],
  traits: [
    trait('phone', { plan: 'a', 'x.y': 1, deep: { kept: 1, changed: 1 } }),
    trait('tablet', { plan: 'c' }),
  ],
})
const rows = async (text: string): Promise<readonly (readonly JsonValue[])[]> =>
  (await sql.query(own, text, usual)).rows
const forever = 'SELECT count() FROM numbers(1000000000000) WHERE NOT ignore(sipHash64(number))'

void t.test('values of every type', async (t) => {
  const cases: readonly (readonly [string, JsonValue])[] = [
    ['toInt64(5)', 5],
    ['toInt64(9007199254740991)', 9007199254740991],
    ['toInt64(-9007199254740993)', '-9007199254740993'],
    [
      "toUInt256('115792089237316195423570985008687907853269984665640564039457584007913129639935')",
      '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    ],
    ["toDecimal64('1.25', 3)", 1.25],
    ["toDecimal128('12345678901234567890.5', 1)", '12345678901234567890.5'],
    ['0.1', 0.1],
    ['1.2345678901234567', 1.2345678901234567],
    ['1e300', 1e300],
    ['nan', 'NaN'],
    ['inf', 'Infinity'],
    ['[-inf, 1]', ['-Infinity', 1]],
    ["toDate('2026-01-31')", '2026-01-31'],
    ["toDateTime('2026-01-31 12:00:00', 'Europe/Berlin')", '2026-01-31T11:00:00.000Z'],
    ["toDateTime64('2026-01-31 12:00:00.123456', 6, 'UTC')", '2026-01-31T12:00:00.123456Z'],
    ["[toDateTime('2026-01-31 12:00:00', 'UTC')]", ['2026-01-31T12:00:00.000Z']],
    ["map('a', [toInt64(9007199254740993)])", { a: ['9007199254740993'] }],
    ["tuple(1, 'x', NULL)", [1, 'x', null]],
    ["CAST((1, 'x'), 'Tuple(a Int64, `b c` String)')", { a: 1, 'b c': 'x' }],
    [
      "CAST((toDateTime('2026-01-31 12:00:00', 'UTC'), nan), 'Tuple(t DateTime, f Float64)')",
      { t: '2026-01-31T12:00:00.000Z', f: 'NaN' },
    ],
    [
      `'{"a.b":9007199254740993,"p":{"q":[1,"9007199254740993"]}}'::JSON`,
      { 'a.b': '9007199254740993', p: { q: [1, '9007199254740993'] } },
    ],
    ["CAST(NULL, 'Nullable(Int64)')", null],
    ["toLowCardinality('x')", 'x'],
    ["CAST('a', 'Enum8(\\'a\\' = 1)')", 'a'],
    ["toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')", '61f0c404-5cb3-11e7-907b-a6006ad3dba0'],
    ["toIPv4('1.2.3.4')", '1.2.3.4'],
    ['true', true],
    ['NULL', null],
    ["'12345678901234567890 \"\\\\'", '12345678901234567890 "\\'],
  ]
  const result = await sql.query(own, `SELECT ${cases.map(([text]) => text).join(', ')}`, usual)
  cases.forEach(([text, value], index) => t.strictSame(result.rows[0]?.[index], value, text))
  t.strictSame(
    (await rows('SELECT properties FROM events_v1 ORDER BY timestamp LIMIT 1'))[0]?.[0],
    { plan: 'pro', 'a.b': 1, 'c%': { d: true } },
    'keys are as they were sent',
  )
  const named = await sql.query(own, 'SELECT a, a, b FROM (SELECT 1 AS a, 2 AS b)', usual)
  t.strictSame([named.columns.map(({ name }) => name), named.rows], [['a', 'a', 'b'], [[1, 1, 2]]])
  t.ok(Number.isInteger(named.elapsedMs) && named.elapsedMs >= 0)
})

void t.test('rows beyond the budget are cut off', async (t) => {
  const ask = async (text: string, most: number) => {
    const result = await sql.query(own, text, { ...usual, rows: most })
    return [result.rows.length, result.truncated]
  }
  t.strictSame(await ask('SELECT number FROM numbers(3)', 3), [3, false])
  t.strictSame(await ask('SELECT number FROM numbers(4)', 3), [3, true])
  t.strictSame(await ask('SELECT number FROM numbers(100000) LIMIT 3', 3), [3, false])
  t.strictSame(await ask('SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3', 3), [3, false])
  t.strictSame(await ask('SELECT number FROM numbers(3) UNION ALL SELECT number FROM numbers(1)', 3), [
    3,
    true,
  ])
  t.strictSame(await ask('SELECT number FROM numbers(100) EXCEPT SELECT number FROM numbers(97)', 5), [
    3,
    false,
  ])
  t.strictSame(await ask('(SELECT number FROM numbers(9)) ORDER BY number DESC', 3).catch(() => [3, true]), [
    3,
    true,
  ])
  t.strictSame(await ask('SELECT count() FROM (SELECT number FROM numbers(100))', 1), [1, false])
  t.strictSame(
    await rows('SELECT count() FROM (SELECT number FROM numbers(5000))'),
    [[5000]],
    'parts are not cut',
  )
})

void t.test('persons and their traits', async (t) => {
  const at = (ms: number) => new Date(noon + ms).toISOString()
  const users = 'SELECT * FROM users_v1 ORDER BY first_seen'
  const first = { plan: 'a', 'x.y': 1, deep: { kept: 1, changed: 1 } }
  t.strictSame(await rows(users), [
    ['u1', 'phone', at(0), at(0), 1, first],
    [null, 'laptop', at(1_000), at(2_000), 2, null],
    [null, 'tablet', at(3_000), at(3_000), 1, { plan: 'c' }],
  ])
  await sandbox.append(own, {
    links: [link('laptop', 'u1', 500), link('tablet', 'u2', 1), link('tablet', 'u0', 0)],
  })
  await sandbox.append(own, { traits: [trait('laptop', { plan: 'b', deep: { changed: 2 } }, 5_000)] })
  t.strictSame(
    await rows(users),
    [
      ['u1', 'laptop', at(0), at(2_000), 3, { plan: 'b', 'x.y': 1, deep: { changed: 2 } }],
      ['u2', 'tablet', at(3_000), at(3_000), 1, { plan: 'c' }],
    ],
    'a link applies to earlier events too, and the latest one wins',
  )
  t.strictSame(await rows('SELECT * FROM user_devices ORDER BY device_id'), [
    ['laptop', 'u1', at(500)],
    ['phone', 'u1', at(0)],
    ['tablet', 'u2', at(1)],
  ])
  t.strictSame(
    await rows(
      'SELECT timestamp, device_id, user_id, traits.plan FROM user_traits_v1 ORDER BY timestamp, device_id',
    ),
    [
      [at(0), 'phone', 'u1', 'a'],
      [at(0), 'tablet', 'u2', 'c'],
      [at(5_000), 'laptop', 'u1', 'b'],
    ],
  )
  t.strictSame(await rows("SELECT count() FROM users_v1 WHERE traits.plan = 'b'"), [[1]])
})

void t.test('budgets', async (t) => {
  const second = { ...usual, timeMs: 1_000 }
  const boundless = { timeMs: 1e12, memoryBytes: 1e15, rows: 1e12, bytes: 1e15 }
  t.strictSame(
    (await sql.query(own, 'SELECT 1', boundless)).rows,
    [[1]],
    "a budget beyond the account's limits",
  )
  await t.rejects(sql.query(own, forever, second), { code: 'TIMEOUT', message: /time budget/ })
  await t.rejects(sql.query(own, 'SELECT groupArray(number) FROM numbers(1000000000)', usual), {
    code: 'TIMEOUT',
    message: /memory/,
  })
  await t
    .rejects(sql.query(own, "SELECT repeat('x', 1000000000)", usual), { code: 'TIMEOUT', message: /memory/ })
    .catch(() => undefined)
  const before = process.memoryUsage().rss
  for (const text of [
    "SELECT repeat('x', 100000) FROM numbers(1000)",
    "SELECT repeat('x', 1000000) FROM numbers(10)",
  ])
    await t.rejects(
      sql.query(own, text, { ...usual, bytes: 5_000_000 }),
      { code: 'VALIDATION_ERROR', message: /exceeds its size budget/ },
      text,
    )
  t.ok(process.memoryUsage().rss - before < 200_000_000, 'results that are too large are not read')
  await sandbox.nothingRuns()
})

void t.test(
  'a workspace runs few statements at once, and other workspaces do not wait for them',
  async (t) => {
    const other = await sandbox.workspace({ events: [event('d', 'e')] })
    await sql.query(other, 'SELECT 1', usual)
    // They end when they are abandoned, not by their budget: however slow the machine, they run in the meantime.
    const leaving = new AbortController()
    const ended: string[] = []
    const many = Array.from({ length: 8 }, () =>
      sql.query(own, forever, { ...usual, timeMs: patience }, leaving.signal).then(
        () => ended.push('ran'),
        (error: unknown) => ended.push((error as { code?: string }).code ?? 'abandoned'),
      ),
    )
    await eventually('four are rejected', () => Promise.resolve(ended.length >= 4))
    await eventually('the others run', async () => (await sandbox.running()) === 8 - ended.length)
    const running = 8 - ended.length
    for (let asked = 0; asked < 5; asked++)
      t.strictSame((await sql.query(other, 'SELECT count() FROM events_v1', usual)).rows, [[1]])
    t.equal(await sandbox.running(), running, 'the other workspace was answered in the meantime')
    t.ok(running >= 1, 'some of them run')
    t.strictSame([...new Set(ended)], ['RATE_LIMITED'], `${ended.length} were rejected`)
    leaving.abort()
    await Promise.all(many)
    await sandbox.nothingRuns()
  },
)

void t.test('an abandoned statement ends', async (t) => {
  const started = async () => {
    for (let tries = 0; (await sandbox.running()) === 0; tries++) {
      if (tries > 200) throw new Error('it never ran')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const controller = new AbortController()
  const asked = sql.query(own, forever, { ...usual, timeMs: 60_000 }, controller.signal)
  const rejected = t.rejects(asked)
  await started()
  controller.abort()
  await rejected
  await sandbox.nothingRuns()
  await t.rejects(sql.query(own, 'SELECT 1', usual, AbortSignal.abort()))

  const endless = 'SELECT number, sipHash64(number) FROM numbers(1000000000000)'
  const huge = { timeMs: 60_000, memoryBytes: 400_000_000, rows: 10_000_000, bytes: 10_000_000_000 }
  const leaving = await sql.export(own, endless, 'csv', huge)
  for await (const part of leaving) {
    t.ok(part.length > 0)
    break
  }
  await sandbox.nothingRuns()
  const aborted = new AbortController()
  const reading = async () => {
    for await (const part of await sql.export(own, endless, 'csv', huge, aborted.signal))
      if (part.length > 0) aborted.abort()
  }
  await t.rejects(reading())
  await sandbox.nothingRuns()
})

void t.test('a deleted workspace', async (t) => {
  const gone: WorkspaceRef = await sandbox.workspace({ events: [event('d', 'e')] })
  t.strictSame((await sql.query(gone, 'SELECT count() FROM events_v1', usual)).rows, [[1]])
  await sandbox.store.dropWorkspace(gone)
  await t.rejects(sql.query(gone, 'SELECT 1', usual), { code: 'NOT_FOUND' })
  t.strictSame(
    await sandbox.admin(`SELECT name FROM system.databases WHERE name LIKE '%\\_${gone.number}'`),
    [],
  )
})
