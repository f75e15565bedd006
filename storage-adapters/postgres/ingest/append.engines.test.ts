import t from 'tap'
import pg from 'pg'
import { ServiceError, type Batch, type EventRow, type LinkRow } from '../../../contract/index.js'
import { recordsUrl } from '../../../test/support/record-server.js'
import { temporaryDatabase } from '../../../test/support/records.js'
import { silentLog } from '../../../test/support/silent-log.js'
import { createPostgresStore } from '../store.js'

const nothing: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }
const event = (seq: number, more: Partial<EventRow> = {}): EventRow => ({
  timestamp: Date.UTC(2026, 0, 5, 10),
  event_name: 'open',
  device_id: 'd',
  session_id: null,
  user_id: null,
  message_id: null,
  seq,
  context: {},
  properties: {},
  ...more,
})

t.test('storing rows', async (t) => {
  const database = await temporaryDatabase(recordsUrl())
  const store = createPostgresStore({ connection: { url: database.url }, log: silentLog, poolSize: 2 })
  const workspace = { id: 'ws_append', number: 1 }
  await store.createWorkspace(workspace)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  t.teardown(async () => {
    await client.end()
    await store.close()
    await database.drop()
  })
  const count = async (): Promise<number> =>
    Number((await client.query<{ n: string }>('SELECT count(*) AS n FROM w1.events_v1')).rows[0]?.n)

  await t.test('strings are stored unchanged, also with characters that are special in COPY', async (t) => {
    const texts = [
      '\\N',
      '\\.',
      'tab\there',
      'line\nbreak\r',
      '\\t',
      'a\\',
      '"',
      "'",
      '',
      'ü😀',
      ' ',
      '\u0001',
    ]
    const rows = texts.map((text, seq) =>
      event(seq, {
        event_name: text,
        device_id: text,
        session_id: text,
        properties: { text, [text]: [text] },
      }),
    )
    await store.append(workspace, { ...nothing, events: rows })
    const { rows: found } = await client.query<Record<string, unknown>>(
      `SELECT event_name, device_id, session_id, properties,
        device = sextant_functions.device_key(device_id) AND session = sextant_functions.device_key(session_id) AND country IS NULL AS keyed
       FROM w1.events_v1 ORDER BY seq`,
    )
    t.same(
      found,
      rows.map(({ event_name, device_id, session_id, properties }) => ({
        event_name,
        device_id,
        session_id,
        properties,
        keyed: true,
      })),
    )
  })

  await t.test('all columns of a kind of rows are stored', async (t) => {
    const timestamp = Date.UTC(1999, 11, 31, 23, 59, 59, 999)
    const rest = { timestamp, message_id: null, service: null, source: null }
    const point = { ...rest, unit: 'By', name: 'm', temporality: 'cumulative', label_names: '["a"]' } as const
    const numbers = { value: 0.1, count: null, sum: -1e300, min: 5e-324, max: 0 }
    const buckets = [
      { le: 0.5, count: 2 },
      { le: null, count: 1 },
    ]
    await store.append(workspace, {
      ...nothing,
      logs: [{ ...rest, level: 'info', message: { a: ['\\', 1.5] }, session_id: 's', seq: 2 ** 52 + 1 }],
      traits: [{ ...rest, device_id: 'd', traits: { plan: 'é' }, seq: 1 }],
      contexts: [{ ...rest, device_id: 'd', session_id: null, context: { os: 'x' }, properties: {}, seq: 1 }],
      metrics: [
        { ...point, ...numbers, type: 'gauge', labels: { a: 'b' }, series: 's1', buckets: [], seq: 1 },
        { ...point, ...numbers, type: 'histogram', labels: {}, series: 's2', buckets, seq: 2 },
      ],
    })
    const read = async (what: string): Promise<unknown> =>
      (await client.query<{ row: unknown }>(`SELECT to_jsonb(t) AS row FROM (SELECT ${what}) AS t`)).rows.map(
        ({ row }) => row,
      )
    const time = { ms: timestamp, day: '1999-12-31' }
    t.same(await read(`ms, day, level, service, message, session_id, seq, message_hash FROM w1.logs_v1`), [
      {
        ...time,
        level: 'info',
        service: null,
        message: { a: ['\\', 1.5] },
        session_id: 's',
        seq: 2 ** 52 + 1,
        message_hash: null,
      },
    ])
    t.same(await read('ms, day, device_id, traits, message FROM w1.traits_v1'), [
      { ...time, device_id: 'd', traits: { plan: 'é' }, message: null },
    ])
    t.same(await read('ms, day, session, os, browser, properties FROM w1.context_v1'), [
      { ...time, session: null, os: 'x', browser: null, properties: {} },
    ])
    const columns =
      'name, type, unit, source, labels, label_names, value, count, sum, min, max, bucket_bounds, bucket_counts'
    const { name, unit, label_names } = point
    const stored = { ...time, name, unit, source: null, label_names, ...numbers }
    t.same(await read(`ms, day, ${columns} FROM w1.metrics_v1 ORDER BY seq`), [
      { ...stored, type: 'gauge', labels: { a: 'b' }, bucket_bounds: [], bucket_counts: [] },
      { ...stored, type: 'histogram', labels: {}, bucket_bounds: [0.5, null], bucket_counts: [2, 1] },
    ])
  })

  await t.test('columns of context are stored by their names, whichever rows have them', async (t) => {
    const contexts = [{ city: 'Ulm' }, {}, { country: 'DE', city: '' }]
    const events = contexts.map((context, seq) => event(seq, { event_name: 'contexts', context }))
    await store.append(workspace, { ...nothing, events })
    const { rows } = await client.query(
      `SELECT country, city, os FROM w1.events_v1 WHERE event_name = 'contexts' ORDER BY seq`,
    )
    t.same(rows, [
      { country: null, city: 'Ulm', os: null },
      { country: null, city: null, os: null },
      { country: 'DE', city: null, os: null },
    ])
  })

  await t.test('the greatest link of a device is stored, with its keys', async (t) => {
    const link = (device_id: string, user_id: string, timestamp: number): LinkRow => ({
      device_id,
      user_id,
      timestamp,
    })
    const long = 'ü'.repeat(300)
    await store.append(workspace, {
      ...nothing,
      // By bytes \uffff is before 😀, by UTF-16 behind it.
      links: [
        link('a', '\uffff', 2),
        link('a', '😀', 2),
        link('a', 'z', 1),
        link('b', 'u', 5),
        link(long, long, 1),
      ],
    })
    await store.append(workspace, { ...nothing, links: [link('b', 'older', 4), link('c', 'c', 3)] })
    const { rows } = await client.query(
      `SELECT device_id, user_id, linked_ms::int AS ms, device = sextant_functions.device_key(device_id)
         AND actor = sextant_functions.user_key(user_id) AS keyed FROM w1.device_links ORDER BY device_id`,
    )
    t.same(rows, [
      { device_id: 'a', user_id: '😀', ms: 2, keyed: true },
      { device_id: 'b', user_id: 'u', ms: 5, keyed: true },
      { device_id: 'c', user_id: 'c', ms: 3, keyed: true },
      { device_id: long, user_id: long, ms: 1, keyed: true },
    ])
  })

  await t.test('a message is stored once, in one append and over several', async (t) => {
    const before = await count()
    const events = Array.from({ length: 500 }, (_, seq) => event(seq, { message_id: `m${seq % 400}` }))
    await store.append(workspace, { ...nothing, events: events.slice(0, 100) })
    await store.append(workspace, { ...nothing, events: [...events, event(0), event(1)] })
    t.equal(await count(), before + 400 + 2)
    const { rows } = await client.query<{ n: string }>(
      `SELECT count(*) AS n FROM generate_series(0, 399) AS i
       WHERE (SELECT count(*) FROM w1.events_v1 WHERE message = sextant_functions.device_key('m' || i)) = 1`,
    )
    t.equal(rows[0]?.n, '400')
  })

  await t.test(
    'a connection that ends during an append stores nothing, and the next append succeeds',
    async (t) => {
      const before = await count()
      const properties = { text: 'x'.repeat(2_000) }
      const many = Array.from({ length: 40_000 }, (_, seq) => event(seq, { properties }))
      const stored = store.append(workspace, { ...nothing, events: many }).then(
        () => 'stored',
        (error: unknown) => (error instanceof ServiceError ? error.code : 'unknown'),
      )
      let ended = 0
      while (ended === 0) {
        const { rowCount } = await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE 'COPY%'`,
        )
        ended = rowCount ?? 0
      }
      t.equal(await stored, 'UNAVAILABLE')
      t.equal(await count(), before)
      await store.append(workspace, { ...nothing, events: [event(1)] })
      t.equal(await count(), before + 1)
    },
  )
})
