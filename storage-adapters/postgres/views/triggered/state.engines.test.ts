import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import type { AnalyticsStore } from '../../../../contract/index.js'
import {
  ask,
  batch,
  check,
  day,
  isRolled,
  openViews,
  same,
  schema,
  tables,
  untilRolled,
  workspace,
} from '../../../../test/support/postgres-views.js'
import { readable } from '../../sandbox/views.js'
import { deviceDays } from '../device-days/tables.js'

const january = `${schema}.events_v1_202401`

t.test("an operator's changes of events are in the rollups at once", async (t) => {
  const { store, rows, sql } = await openViews(t)
  const events = `${schema}.events_v1`
  const copied = `ms, day, event_name, device_id, device, properties, seq`
  const statements: Readonly<Record<string, string>> = {
    'a delete': `DELETE FROM ${events} WHERE seq % 4 = 1`,
    'of all of a device': `DELETE FROM ${events} WHERE device_id = 'device 3'`,
    'of the first and the last': `DELETE FROM ${events} WHERE ms IN (SELECT min(ms) FROM ${events} UNION SELECT max(ms) FROM ${events})`,
    'an update': `UPDATE ${events} SET event_name = 'other' WHERE seq < 20`,
    'to another month': `UPDATE ${events} SET day = day + 2, ms = ms + ${2 * day} WHERE day = '2024-01-31' AND seq % 2 = 0`,
    'an insert': `INSERT INTO ${events} (${copied}) SELECT ms + 1, ${copied.slice(4)} FROM ${events} WHERE seq < 30`,
    'into a partition': `INSERT INTO ${january} (${copied}) SELECT ms + 2, ${copied.slice(4)} FROM ${january} WHERE seq < 30`,
    'an update of a partition': `UPDATE ${january} SET device = 5 WHERE seq < 10`,
    'a delete from a partition': `DELETE FROM ${january} WHERE seq < 5`,
    'several, one of them taken back': `BEGIN; DELETE FROM ${events} WHERE seq < 8; SAVEPOINT one;
      TRUNCATE ${january}; ROLLBACK TO one; UPDATE ${events} SET ms = ms + 1 WHERE seq < 12; COMMIT`,
    'a partition is emptied': `TRUNCATE ${january}`,
    'all are deleted': `DELETE FROM ${events}`,
  }
  for (const [name, statement] of Object.entries(statements)) {
    const [version, before] = [await store.dataVersion(workspace), await sql(`TABLE ${events}`)]
    await sql(statement)
    t.notSame(await sql(`TABLE ${events}`), before, `${name} changes rows`)
    t.not(await store.dataVersion(workspace), version, `${name}: the version`)
    t.same(await ask(store), await ask(rows), name)
    t.same(await check(store), same, name)
    t.ok(await isRolled(store), name)
  }
  await store.append(workspace, batch(3_000, 50))
  await sql(`TRUNCATE ${events}`)
  for (const table of tables) t.same(await sql(`SELECT FROM ${table}`), [], table)
  await store.append(workspace, batch(4_000, 50))
  t.same(await ask(store), [
    [50, 50, 50, 50],
    [6, 6, 6, 6],
  ])
})

t.test('operators and services at the same time', async (t) => {
  const { store, open, sql } = await openViews(t)
  const other = open()
  const appends = async (by: AnalyticsStore, from: number): Promise<void> => {
    for (let at = 0; at < 12; at++) await by.append(workspace, batch(from + 40 * at, 40))
  }
  const deletes = async (): Promise<void> => {
    for (let at = 0; at < 12; at++) await sql(`DELETE FROM ${schema}.events_v1 WHERE seq % 13 = ${at}`)
  }
  const moves = async (): Promise<void> => {
    for (let at = 0; at < 12; at++)
      await sql(`UPDATE ${schema}.device_links SET actor = ${at} WHERE device_id = 'device ${5 + (at % 2)}'`)
  }
  const rebuilds = async (): Promise<void> => {
    for (let at = 0; at < 4; at++) await store.views?.rebuild(workspace)
  }
  await Promise.all([appends(store, 1_000), appends(other, 3_000), deletes(), moves(), rebuilds()])
  await untilRolled(store)
  t.same(await check(store), same)
})

t.test('a schema without rollups answers from its events until these are counted', async (t) => {
  const { store, rows, open, sql } = await openViews(t)
  // As an older version leaves it: without rollup tables, triggers, counted partitions and a layout record.
  await sql(`COMMENT ON SCHEMA ${schema} IS NULL`)
  await sql(`DO $$ DECLARE one record; BEGIN
    FOR one IN SELECT tgname, tgrelid::regclass AS events FROM pg_trigger WHERE tgname ~ '^(rolled|days)_' LOOP
      EXECUTE format('DROP TRIGGER %I ON %s', one.tgname, one.events);
    END LOOP; END $$`)
  await sql(`DROP TABLE ${[...tables, `${schema}.rolled_parts`, `${schema}.day_parts`].join(', ')}`)
  await sql(`DELETE FROM ${schema}.events_v1 WHERE seq % 3 = 0`)
  const expected = await ask(rows)
  const later = open()
  await later.prepare([workspace])
  t.notOk(await isRolled(later))
  t.same(await ask(later), expected)
  // The older version continues to store events, now in a month without a partition.
  await sql(`CREATE TABLE ${schema}.events_v1_202403 (LIKE ${schema}.events_v1 INCLUDING ALL);
    ALTER TABLE ${schema}.events_v1 ATTACH PARTITION ${schema}.events_v1_202403 FOR VALUES FROM ('2024-03-01') TO ('2024-04-01');
    INSERT INTO ${schema}.events_v1 (ms, day, event_name, device_id, device, properties, seq)
    SELECT ms + ${31 * day}, day + 31, event_name, device_id, device, properties, seq FROM ${schema}.events_v1`)
  await untilRolled(later)
  t.same(await ask(later), await ask(rows))
  while (JSON.stringify(await check(later)) !== JSON.stringify(same)) {
    t.same(await ask(later), await ask(rows))
    await pause(20)
  }
  t.same(await ask(store), await ask(rows), 'a process that was started before')
})

t.test('partitions that are attached and detached', async (t) => {
  const { store, found, rows, sql } = await openViews(t)
  const known = await ask(store)
  const bounds = `FOR VALUES FROM ('2024-01-01') TO ('2024-02-01')`
  let times = 0
  const holds = async (name: string): Promise<void> => {
    t.equal(found(), ++times, `${name}: it is noticed`)
    await untilRolled(store)
    t.same(await ask(store), await ask(rows), name)
    t.same(await check(store), same, name)
  }
  await sql(`ALTER TABLE ${schema}.events_v1 DETACH PARTITION ${january}`)
  t.same(await ask(store), await ask(rows), 'a statement that notices it is answered from the events')
  t.notSame(await ask(store), known)
  await holds('detached')

  await sql(`DELETE FROM ${january} WHERE seq < 50`)
  t.same(await check(store), same, 'changes of a detached partition are ignored')
  await sql(`ALTER TABLE ${schema}.events_v1 ATTACH PARTITION ${january} ${bounds}`)
  t.same(await ask(store), await ask(rows))
  await holds('attached')

  await sql(`BEGIN; ALTER TABLE ${schema}.events_v1 DETACH PARTITION ${january};
    UPDATE ${january} SET event_name = 'apart', device = 1; ALTER TABLE ${schema}.events_v1 ATTACH PARTITION ${january} ${bounds}; COMMIT`)
  t.same(await ask(store), await ask(rows))
  await holds('changed while it was detached')

  await sql(`DROP TABLE ${january}`)
  await store.append(workspace, batch(5_000, 10))
  t.same(await ask(store), await ask(rows))
  await holds('dropped, and created again by the next events')

  await sql(`ALTER TABLE ${schema}.events_v1 DETACH PARTITION ${january}`)
  await sql(`CREATE TABLE ${schema}.split (LIKE ${schema}.events_v1 INCLUDING GENERATED) PARTITION BY RANGE (day);
    ALTER TABLE ${schema}.events_v1 ATTACH PARTITION ${schema}.split ${bounds}`)
  t.same(await ask(store), await ask(rows))
  const reports = await store.views?.check(workspace)
  t.ok(
    reports?.every(({ built }) => built < 1),
    'triggers do not see the changes of its partitions',
  )
  t.notOk(await isRolled(store))
})

t.test('a wrong rollup is found, and rebuilt while questions read it', async (t) => {
  const { store, rows, open, sql } = await openViews(t)
  const expected = await ask(store)
  const [days, hours, slots, activity] = tables
  await sql(`UPDATE ${days} SET rows = rows + 1 WHERE day = '2024-01-31' AND event_name = 'event 1'`)
  await sql(`DELETE FROM ${hours} WHERE day = '2024-02-01' AND slot = 7`)
  await sql(`INSERT INTO ${slots} VALUES ('2024-03-09', 3, 1, 2, 1, 1, 1)`)
  await sql(`UPDATE ${activity} SET days = days | 8 WHERE device = (SELECT min(device) FROM ${activity})`)
  await sql(`UPDATE ${activity} SET person = 9 WHERE person IN (SELECT min(person) FROM ${activity} UNION
    SELECT max(person) FROM ${activity})`)
  const wrong = { built: 1, differs: ['2024-01-31'] }
  t.same(await check(store), [
    { name: 'event_days', ...wrong },
    { name: 'event_hours', ...wrong, differs: ['2024-02-01'] },
    { name: 'device_slots', ...wrong, differs: ['2024-03-09'] },
    {
      name: deviceDays,
      built: 1,
      differs: ['2024-01-21', '2024-01-30', '2024-01-31', '2024-02-01', '2024-02-02'],
    },
  ])
  t.notSame(await ask(store), expected, 'the wrong rollup answers')
  t.same(await ask(rows), expected)
  const version = await store.dataVersion(workspace)
  await store.views?.rebuild(workspace)
  const another = open()
  while (!(await isRolled(store))) {
    t.same(await Promise.all([store, another].map((one) => ask(one))), [expected, expected])
    await pause(5)
  }
  t.same(await check(store), same)
  t.same(await ask(store), expected)
  t.equal(await store.dataVersion(workspace), version, 'no rows were changed')
})

t.test('without rollups the events answer', async (t) => {
  const { store, rows } = await openViews(t)
  t.notOk(await isRolled(rows))
  t.same(await ask(rows), await ask(store))
  t.same(await check(rows), same)
})

t.test('members read the tables of their data sources only', async (t) => {
  const { sql } = await openViews(t)
  const seen = await sql(`SELECT c.relname AS name FROM pg_class AS c, pg_roles AS r
    WHERE c.relnamespace = '${schema}'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND r.rolname LIKE 'sextant_r_%_w7'
      AND has_schema_privilege(r.oid, c.relnamespace, 'USAGE') AND has_table_privilege(r.oid, c.oid, 'SELECT')`)
  t.same(seen.map(({ name }) => String(name)).sort(), [...readable].sort())
})
