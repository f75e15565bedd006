import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { engineLimits } from './clickhouse-limits.js'
import { groupingProfile, hasLargePages } from './clickhouse-pages.js'
import { startClickHouse, startPostgres } from './index.js'
import { isAlive } from './processes.js'
import {
  needsProc,
  messages,
  log,
  folder,
  eventually,
  sql,
  count,
  parentOf,
  accepts,
  isListening,
} from './test-support.js'

void t.test('both engines', async (t) => {
  const directory = folder(t)
  const start = () =>
    Promise.all([
      startClickHouse({
        directory: join(directory, 'clickhouse'),
        log,
        memoryBytes: 2 ** 31,
        openFiles: 900,
      }),
      startPostgres({ directory: join(directory, 'postgres'), log }),
    ])
  let [clickhouse, postgres] = await start()
  t.teardown(() => Promise.all([clickhouse.stop(), postgres.stop()]))

  await t.test('report their address, without credentials', (t) => {
    t.match(clickhouse.url, /^http:\/\/127\.0\.0\.1:\d+$/)
    t.match(postgres.url, /^postgres:\/\/127\.0\.0\.1:\d+\/sextant$/)
    t.match(clickhouse.version, /^\d+\.\d+/)
    t.match(postgres.version, /^\d+\.\d+/)
    for (const engine of [clickhouse, postgres]) t.ok(engine.password.length > 30)
    t.not(clickhouse.password, postgres.password)
    t.end()
  })

  await t.test('apply the given settings', async (t) => {
    const settings = `SELECT * FROM (SELECT name, value FROM system.server_settings WHERE name = 'max_server_memory_usage'
      UNION ALL SELECT name, value FROM system.settings WHERE name = 'max_memory_usage'
      UNION ALL SELECT 'timezone', timezone()) ORDER BY name`
    t.strictSame(await sql(clickhouse, settings), [
      { name: 'max_memory_usage', value: String(2 ** 31 * 0.75) },
      { name: 'max_server_memory_usage', value: String(2 ** 31) },
      { name: 'timezone', value: 'UTC' },
    ])
    t.strictSame(
      await sql(
        clickhouse,
        "SELECT name FROM system.tables WHERE database = 'system' AND name LIKE '%\\_log'",
      ),
      [],
    )
    const names = [
      'fsync',
      'data_checksums',
      'server_encoding',
      'TimeZone',
      'unix_socket_directories',
      'listen_addresses',
    ]
    const [row] = await sql(
      postgres,
      `SELECT ${names.map((n) => `current_setting('${n}') AS "${n}"`).join()}`,
    )
    t.strictSame(row, {
      fsync: 'on',
      data_checksums: 'on',
      server_encoding: 'UTF8',
      TimeZone: 'UTC',
      unix_socket_directories: '',
      listen_addresses: '127.0.0.1',
    })
    const [text] = await sql(
      postgres,
      `SELECT lower('ÄÖ') AS lower, string_agg(x, '' ORDER BY x) AS sorted
      FROM (VALUES ('ä'), ('b'), ('Z'), ('a'), ('_')) v(x)`,
    )
    t.strictSame(
      text,
      { lower: 'äö', sorted: 'Z_abä' },
      'text sorts by bytes, and letters are more than ASCII',
    )
  })

  await t.test('report their open files and disk space', { skip: needsProc }, async (t) => {
    const { openFiles, disk } = await clickhouse.resources()
    t.equal(openFiles?.limit, 900, 'the limit it was started with')
    t.ok((openFiles?.used ?? 0) > 10)
    t.ok(disk !== null && disk.free > 0 && disk.total >= disk.free)
    t.same((await postgres.resources()).disk?.total, disk?.total)
  })

  t.test('limits follow from the machine', (t) => {
    const [small, large] = [
      { memory: 2 ** 30, openFiles: 1_024, disk: 10e9 },
      { memory: 2 ** 36, openFiles: 262_144, disk: 10e12 },
    ].map(engineLimits)
    t.strictSame(small, {
      memory: 2 ** 30,
      keepFree: 1e8,
      mergedParts: 10,
      slowParts: 1_000,
      mostParts: 3_000,
      tableParts: 32_768,
    })
    t.strictSame(large, {
      memory: 2 ** 36,
      keepFree: 2 ** 28,
      mergedParts: 100,
      slowParts: 1_000,
      mostParts: 3_000,
      tableParts: 100_000,
    })
    t.end()
  })

  await t.test('ClickHouse splits groups as its machine allows', async (t) => {
    const [found] = await sql<{ value: string }>(
      clickhouse,
      "SELECT value FROM system.settings WHERE name = 'group_by_two_level_threshold'",
    )
    t.equal(found?.value, /\d+/.exec(groupingProfile(hasLargePages()))?.[0] ?? '100000')
  })

  await t.test('ClickHouse keeps to its limits', async (t) => {
    const own = engineLimits({ memory: 2 ** 31, openFiles: 900, disk: 0 })
    const settings = `SELECT name, value FROM system.merge_tree_settings
      WHERE name IN ('max_parts_to_merge_at_once', 'parts_to_throw_insert', 'parts_to_delay_insert') ORDER BY name`
    t.strictSame(await sql(clickhouse, settings), [
      { name: 'max_parts_to_merge_at_once', value: String(own.mergedParts) },
      { name: 'parts_to_delay_insert', value: String(own.slowParts) },
      { name: 'parts_to_throw_insert', value: String(own.mostParts) },
    ])
    const [disk] = await sql<{ free: boolean }>(
      clickhouse,
      "SELECT keep_free_space > 0 AS free FROM system.disks WHERE name = 'default'",
    )
    t.ok(disk?.free)
  })

  await t.test('keep their data over a restart', async (t) => {
    await sql(clickhouse, 'CREATE TABLE kept (n UInt64) ENGINE = MergeTree ORDER BY n')
    await sql(clickhouse, 'INSERT INTO kept SELECT number FROM numbers(1000)')
    await sql(clickhouse, 'ALTER TABLE kept DELETE WHERE n >= 900 SETTINGS mutations_sync = 2')
    await sql(clickhouse, 'OPTIMIZE TABLE kept FINAL')
    await sql(postgres, 'CREATE TABLE kept AS SELECT generate_series(1, 500) AS n')
    const before = [clickhouse, postgres]
    const pids = before.map((engine) => engine.pid)
    await Promise.all(before.map((engine) => engine.stop()))
    await Promise.all(before.map((engine) => engine.stop()))
    for (const pid of pids) t.notOk(await isAlive(pid), 'gone when stop() returns')
    const { password } = postgres
    ;[clickhouse, postgres] = await start()
    t.equal(await count(clickhouse), 900)
    t.equal(await count(postgres), 500)
    t.equal(postgres.password, password, 'Postgres keeps its password')
    t.not(clickhouse.password, before[0]?.password, 'ClickHouse gets a new one')
  })

  await t.test('come back on the same port after kill -9, with every acknowledged row', async (t) => {
    for (const engine of [clickhouse, postgres]) {
      const { pid, url } = engine
      const there = await count(engine)
      const insert = `INSERT INTO kept ${url.startsWith('http') ? 'SELECT number FROM numbers(10)' : 'SELECT generate_series(1, 10)'}`
      let acknowledged = 0
      const state = { down: false }
      const writer = (async () => {
        while (!state.down) {
          await sql(engine, insert).then(
            () => acknowledged++,
            () => (state.down = true),
          )
        }
      })()
      await eventually('some rows', () => Promise.resolve(acknowledged > 5))
      process.kill(pid, 'SIGKILL')
      await writer
      await eventually('an answer', async () => engine.pid !== pid && (await accepts(engine)))
      t.equal(engine.url, url)
      const rows = await count(engine)
      // The batch in flight may have been stored without being acknowledged.
      t.ok(rows === there + acknowledged * 10 || rows === there + acknowledged * 10 + 10, `${rows} rows`)
    }
    t.ok(messages.some((line) => line.startsWith('the engine ended by itself')))
  })

  await t.test('Postgres comes back when only its keeper is killed', { skip: needsProc }, async (t) => {
    const { pid } = postgres
    process.kill(parentOf(pid), 'SIGKILL')
    await eventually('another server', async () => postgres.pid !== pid && (await accepts(postgres)))
    t.notOk(await isAlive(pid), 'and the old server is gone')
  })

  await t.test('stop() in the middle of a restart ends it', async (t) => {
    for (const engine of [clickhouse, postgres]) {
      const { pid } = engine
      process.kill(pid, 'SIGKILL')
      await eventually('its end', async () => !(await isAlive(pid)))
      await engine.stop()
      await pause(500)
      t.notOk(await isListening(engine))
      t.notOk(await isAlive(engine.pid))
    }
  })
})
