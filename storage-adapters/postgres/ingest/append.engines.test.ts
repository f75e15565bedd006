import t from 'tap'
import pg from 'pg'
import { ServiceError, type Batch, type EventRow } from '../../../contract/index.js'
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
