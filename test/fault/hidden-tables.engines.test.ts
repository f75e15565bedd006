import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folder } from '../../storage-adapters/embedded/test-support.js'
import { patience } from '../support/patience.js'
import { ask, batch, definitions, left, made, open, storedFiles, tablesOfWorkspace } from './idle-support.js'

void t.test('tables that a start hides are attached at the first use', async (t) => {
  const directory = folder(t)
  const first = await open(directory, patience)
  const [used, unused] = [await made(first), await made(first)]
  const path = (file: string): string => join(directory, `data/metadata/w${used.number}`, file)
  const before = definitions(directory, used).map((file) => [file, readFileSync(path(file), 'utf8')] as const)
  t.equal(before.length, tablesOfWorkspace)
  await first.close()

  const second = await open(directory, patience)
  t.teardown(() => second.close())
  await second.store.start([used, unused])
  t.same(
    definitions(directory, used),
    before.map(([file]) => `${file}.bak`),
  )
  t.same(
    await second.sql(`SELECT name FROM system.databases WHERE match(name, '^w[0-9]+$') ORDER BY name`),
    [`w${used.number}`, `w${unused.number}`],
    'databases and the records in their comments stay visible',
  )
  t.match(
    readFileSync(join(directory, 'config.xml'), 'utf8'),
    '<database_catalog_unused_dir_cleanup_period_sec>0<',
    'the engine never removes folders without a table',
  )
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(second, used)))
  for (const answer of answers) t.same(answer, [10, 10], 'concurrent questions')
  t.equal(await second.attached(used), tablesOfWorkspace)
  t.equal(await second.attached(unused), 0)
  for (const [file, text] of before) t.equal(readFileSync(path(file), 'utf8'), text, file)

  await second.engine.restart()
  t.equal(await second.attached(used), tablesOfWorkspace, 'a restart of the engine keeps them')
  t.equal(await second.attached(unused), 0)
  t.same(
    (await second.store.views!.check(unused)).flatMap(({ differs }) => differs),
    [],
    'the check of views',
  )
  await second.store.append(unused, batch(100))
  t.same(await ask(second, unused), [20, 20])
})

void t.test('a dropped table does not come back', async (t) => {
  const directory = folder(t)
  const first = await open(directory, patience)
  const workspace = await made(first)
  await first.sql(`CREATE TABLE w${workspace.number}.own (n UInt8) ENGINE = MergeTree ORDER BY n`)
  await first.close()
  const second = await open(directory)
  await ask(second, workspace)
  await second.sql(`DROP TABLE w${workspace.number}.own SYNC`)
  await left(second, workspace)
  t.same(await ask(second, workspace), [10, 10], 'attached after it was detached')
  const names = `SELECT name FROM system.tables WHERE database = 'w${workspace.number}' AND name = 'own'`
  t.same(await second.sql(names), [])
  await second.close()
  const third = await open(directory, patience)
  t.teardown(() => third.close())
  t.same(await ask(third, workspace), [10, 10])
  t.same(await third.sql(names), [])
})

void t.test('deleting a hidden workspace leaves no file', async (t) => {
  const directory = folder(t)
  const first = await open(directory, patience)
  await made(first)
  const before = storedFiles(directory).length
  const workspace = await made(first)
  await first.close()
  const second = await open(directory, patience)
  t.teardown(() => second.close())
  await second.store.dropWorkspace(workspace)
  t.equal(storedFiles(directory).length, before)
  t.same(definitions(directory, workspace), [])
  await t.rejects(ask(second, workspace), { code: 'NOT_FOUND' })
})

void t.test('without the setting all tables are loaded again', async (t) => {
  const directory = folder(t)
  const first = await open(directory, patience)
  const [one, two] = [await made(first), await made(first)]
  await first.close()
  const second = await open(directory, patience)
  await ask(second, two)
  await second.close()
  const third = await open(directory, 0, false)
  await third.store.start([one, two])
  for (const each of [one, two]) {
    t.equal(await third.attached(each), tablesOfWorkspace)
    t.equal(definitions(directory, each).length, tablesOfWorkspace, 'nothing is hidden')
    t.same(await ask(third, each), [10, 10])
  }
  await third.close()

  await t.test('and become idle in a process that never used them', async (t) => {
    const fourth = await open(directory, undefined, false)
    t.teardown(() => fourth.close())
    await fourth.store.start([one, two])
    for (const each of [one, two]) await left(fourth, each)
    t.same(await ask(fourth, one), [10, 10])
  })
})
