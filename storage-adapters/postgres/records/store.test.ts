import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { EventEmitter, once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import type { RecordStore } from '../../../contract/index.js'
import { relay } from '../../../test/support/relay.js'
import { temporaryDatabase, type TemporaryDatabase } from '../../../test/support/records.js'
import { silentLog } from '../../../test/support/silent-log.js'
import { connectionString } from './connection.js'
import { createRecordStore, type RecordStoreOptions } from './store.js'

const database = async (t: Test): Promise<TemporaryDatabase> => {
  const temporary = await temporaryDatabase()
  t.teardown(() => temporary.drop())
  return temporary
}

const store = (t: Test, url: string, options: Partial<RecordStoreOptions> = {}): RecordStore => {
  const records = createRecordStore({ url, log: silentLog, ...options })
  t.teardown(() => records.close())
  return records
}

const folder = async (t: Test, files: Readonly<Record<string, string>>): Promise<URL> => {
  const path = await mkdtemp(join(tmpdir(), 'migrations-'))
  t.teardown(() => rm(path, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text)
  return pathToFileURL(path)
}

const owners = `
  CREATE TABLE owners (id text PRIMARY KEY);
  CREATE TABLE things (id text PRIMARY KEY, owner text REFERENCES owners (id), n bigint);`

t.test('statements', async (t) => {
  const { url, sql } = await database(t)
  const records = store(t, url)
  await records.migrate('things', await folder(t, { '0001-things.sql': owners }))
  await records.query('INSERT INTO owners VALUES ($1)', ['ada'])

  await t.test('cells have the documented types', async (t) => {
    const [row] = await records.query(
      `SELECT 7::bigint AS small, 9007199254740993::bigint AS large, $1::timestamptz AS at, '2024-02-29'::date AS day,
              '{"a": [1]}'::jsonb AS json, NULL::text AS nothing, $2::text AS missing`,
      [new Date(1700000000123), undefined],
    )
    t.strictSame(row, {
      small: 7,
      large: '9007199254740993',
      at: new Date(1700000000123),
      day: '2024-02-29',
      json: { a: [1] },
      nothing: null,
      missing: null,
    })
    t.match(await records.ping(), /^\d+\.\d+/)
  })

  await t.test('tables are in the schema sextant', async (t) => {
    const found = await sql(`SELECT schemaname, tablename FROM pg_tables WHERE tablename = 'things'`)
    t.strictSame(found, [{ schemaname: 'sextant', tablename: 'things' }])
  })

  await t.test('violations are CONFLICT and reveal no names of tables', async (t) => {
    for (const text of [`INSERT INTO owners VALUES ('ada')`, `INSERT INTO things VALUES ('t', 'nobody')`]) {
      const error = await records.query(text).then(
        () => null,
        (reason: unknown) => reason as Error,
      )
      t.match(error, { name: 'ServiceError', code: 'CONFLICT' })
      t.notMatch(error?.message, /owners|things|constraint|key/)
    }
    await t.rejects(records.query('SELECT $1::text', ['a\0b']), { code: 'VALIDATION_ERROR' })
    await t.rejects(records.query('SELECT * FROM nowhere'), { name: 'error', code: '42P01' })
  })

  await t.test('a transaction is committed as a whole or not at all', async (t) => {
    // With one connection, a transaction left open would be noticed.
    const records = store(t, url, { poolSize: 1 })
    const count = async () => (await records.query<{ n: number }>('SELECT count(*) AS n FROM things'))[0]?.n
    const insert = `INSERT INTO things VALUES ($1, 'ada')`
    const kept = await records.transaction(async (inside) => {
      await inside.query(insert, ['one'])
      return 'kept'
    })
    t.equal(kept, 'kept')
    const own = new Error('thought better of it')
    await t.rejects(
      records.transaction(async (inside) => {
        await inside.query(insert, ['two'])
        throw own
      }),
      own,
    )
    t.equal(await count(), 1)
    await t.rejects(
      records.transaction(async (inside) => {
        await inside.query(insert, ['three'])
        await inside.query(insert, ['one'])
      }),
      { code: 'CONFLICT' },
    )
    await t.rejects(
      records.transaction(async (inside) => {
        await inside.query(insert, ['four'])
        await inside.query(insert, ['one']).catch(() => undefined)
      }),
      /rolled back/,
      'a swallowed failure is not a success',
    )
    const late = await records.transaction((inside) => Promise.resolve(inside))
    await t.rejects(late.query(insert, ['five']), /is over/)
    t.equal(await count(), 1)
  })

  await t.test('a prepared statement survives a change of its table', async (t) => {
    const text = 'SELECT * FROM owners'
    const single = store(t, url, { poolSize: 1 })
    for (let i = 0; i < 3; i++) t.strictSame(await single.query(text), [{ id: 'ada' }])
    await sql('ALTER TABLE sextant.owners ADD COLUMN since integer')
    for (let i = 0; i < 3; i++) t.strictSame(await single.query(text), [{ id: 'ada', since: null }])
    await sql('ALTER TABLE sextant.owners DROP COLUMN since')
  })
})

t.test('migrations', async (t) => {
  const first = { '0001-things.sql': 'CREATE TABLE a (id text);\nINSERT INTO a VALUES (1);' }
  const second = { ...first, '0002-more.sql': 'CREATE TABLE b (id text)', 'README.md': 'not a migration' }

  await t.test('processes that start at once apply each file once', async (t) => {
    const { url, sql } = await database(t)
    const directory = await folder(t, second)
    const stores = Array.from({ length: 8 }, () => store(t, url))
    await Promise.all(stores.map((records) => records.migrate('a', directory)))
    t.strictSame(await sql('SELECT plugin, number, name FROM sextant.migrations ORDER BY number'), [
      { plugin: 'a', number: 1, name: '0001-things.sql' },
      { plugin: 'a', number: 2, name: '0002-more.sql' },
    ])
    t.strictSame(await sql('SELECT count(*)::int AS n FROM sextant.a'), [{ n: 1 }])
  })

  await t.test('a later version adds files; each plugin has its own numbers', async (t) => {
    const { url, sql } = await database(t)
    const records = store(t, url)
    await records.migrate('a', await folder(t, first))
    await records.migrate('a', await folder(t, second))
    await records.migrate(
      'a',
      await folder(t, { ...second, '0001-things.sql': first['0001-things.sql'].replace('\n', '\r\n') }),
    )
    await records.migrate('b', await folder(t, { '0001-things.sql': 'CREATE TABLE c (id text)' }))
    t.strictSame(await sql('SELECT plugin, number FROM sextant.migrations ORDER BY plugin, number'), [
      { plugin: 'a', number: 1 },
      { plugin: 'a', number: 2 },
      { plugin: 'b', number: 1 },
    ])
  })

  await t.test('an invalid migration is rejected by name', async (t) => {
    const { url, sql } = await database(t)
    const records = store(t, url)
    const rejected = async (files: Record<string, string>, message: RegExp) =>
      t.rejects(records.migrate('a', await folder(t, files)), message)
    await rejected({ '0001-a.sql': 'SELECT 1', '0003-c.sql': 'SELECT 1' }, /0003-c\.sql .* 0002/)
    await rejected({ '0001-a.sql': 'SELECT 1', '0001-b.sql': 'SELECT 1' }, /0001-b\.sql .* 0002/)
    await rejected({ 'first.sql': 'SELECT 1' }, /first\.sql/)
    t.strictSame(await sql(`SELECT to_regclass('sextant.migrations') AS t`), [{ t: null }])

    await records.migrate('a', await folder(t, second))
    await rejected({ ...second, '0001-things.sql': 'SELECT 1' }, /0001-things\.sql .* changed/)
    await rejected(first, /0002-more\.sql .* missing/)
    const broken = { ...second, '0003-broken.sql': 'CREATE TABLE d (id text); SELECT oops' }
    await rejected(broken, /0003-broken\.sql of plugin a failed: .*oops/)
    const unnoted = 'CREATE TABLE d (id text); ALTER TABLE migrations ADD CHECK (number < 3)'
    await rejected({ ...second, '0003-unnoted.sql': unnoted }, /0003-unnoted\.sql/)
    t.strictSame(await sql(`SELECT to_regclass('sextant.d') AS t`), [{ t: null }])
    t.strictSame(await sql('SELECT count(*)::int AS n FROM sextant.migrations'), [{ n: 2 }])
  })
})

t.test('an unreachable server is UNAVAILABLE, and the store recovers', async (t) => {
  const { url, sql } = await database(t)
  const unavailable = { code: 'UNAVAILABLE', retryAfter: Number }

  await t.test('a stopped server', async (t) => {
    const server = await relay(t, new URL(url))
    const away = new URL(url)
    away.host = `127.0.0.1:${server.port}`
    const records = store(t, away.href)
    await records.ping()
    const cut = records.query('SELECT pg_sleep(60)')
    const inside = records.transaction(async (transaction) => {
      await transaction.query('SELECT 1')
      server.stop()
      await transaction.query('SELECT 1')
    })
    await t.rejects(cut, unavailable)
    await t.rejects(inside, unavailable)
    await t.rejects(records.ping(), unavailable)
    await t.rejects(
      records.transaction((transaction) => transaction.query('SELECT 1')),
      unavailable,
    )
    await t.rejects(records.migrate('a', await folder(t, { '0001-a.sql': 'SELECT 1' })), unavailable)
    await server.start()
    t.match(await records.ping(), /^\d/)
  })

  await t.test('connections terminated by the server', async (t) => {
    const warned = new EventEmitter()
    const warn = (_: object, message: string) => void warned.emit('warning', message)
    const records = store(t, url, { poolSize: 2, log: { ...silentLog, warn } })
    const others = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
    await t.rejects(
      records.transaction(async (inside) => {
        await inside.query('SELECT 1')
        await sql(others)
        await inside.query('SELECT 1')
      }),
      unavailable,
    )
    t.match(await records.ping(), /^\d/)
    const warning = once(warned, 'warning')
    await sql(others)
    t.match(await warning, [/idle connection/])
    t.match(await records.ping(), /^\d/)
  })

  await t.test('a full server', async (t) => {
    await sql(`CREATE ROLE ${role} LOGIN PASSWORD 'x' CONNECTION LIMIT 1`)
    t.teardown(() => sql(`DROP ROLE ${role}`))
    const first = store(t, url, { user: role, password: 'x' })
    const second = store(t, url, { user: role, password: 'x' })
    await first.transaction(async (inside) => {
      await inside.query('SELECT 1')
      await t.rejects(second.ping(), unavailable)
    })
    await first.close()
    await second.close()
  })

  await t.test('a closed store', async (t) => {
    const records = createRecordStore({ url, log: silentLog })
    await records.ping()
    await Promise.all([records.close(), records.close()])
    await t.rejects(records.ping(), unavailable)
  })
})

t.test('explicit user, password and database override the URL', (t) => {
  t.equal(connectionString({ url: 'postgres://u:p@h:1/d' }), 'postgres://u:p@h:1/d')
  t.equal(
    connectionString({ url: 'postgres://h:1', user: 'ada', password: 'a&b c', database: 'my db' }),
    'postgres://h:1/my%20db?user=ada&password=a%26b+c',
  )
  t.throws(() => connectionString({ url: 'http://secret@[' }), { message: /^(?!.*secret).*not a valid URL/ })
  t.end()
})

const role = `records_${process.pid}`
