import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { temporaryDatabase } from '../../test/support/records.js'
import { silentLog } from '../../test/support/silent-log.js'
import { findBoard } from './boards-repository.js'
import { findUses, listTiles } from './tiles-repository.js'
import { findContent, listVersions } from './versions-repository.js'

const migrations = new URL('migrations/', import.meta.url)

t.test('boards of earlier versions keep their tiles and get a history', async (t) => {
  const database = await temporaryDatabase()
  const records = createRecordStore({ url: database.url, log: silentLog })
  const directory = mkdtempSync(join(tmpdir(), 'migrations-'))
  t.teardown(async () => {
    rmSync(directory, { recursive: true })
    await records.close()
    await database.drop()
  })
  const before = join(directory, 'before')
  mkdirSync(before)
  for (const file of ['0001-boards.sql', '0002-link-makers.sql'])
    copyFileSync(new URL(file, migrations), join(before, file))
  await records.migrate('auth', new URL('../auth/migrations/', import.meta.url))
  await records.migrate('boards', pathToFileURL(`${before}/`))
  await records.query(
    `INSERT INTO workspaces (id, name, slug, created_at, updated_at) VALUES ('ws_1', 'x', 'x', now(), now())`,
  )
  await records.query(
    `INSERT INTO boards (id, workspace_id, owner_id, name, visibility, created_at, updated_at)
     VALUES ('brd_1', 'ws_1', 'usr_1', 'Growth', 'workspace', now(), now())`,
  )
  const question = { path: '/api/v1/metrics/dau', query: 'range=7d' }
  await records.query(
    `INSERT INTO board_tiles (id, board_id, title, chart, question, "left", "top", width, height, created_at)
     VALUES ('til_1', 'brd_1', 'People', 'line', $1, 0, 0, 6, 4, now())`,
    [JSON.stringify(question)],
  )

  await records.migrate('boards', migrations)
  t.strictSame(await listTiles(records, 'brd_1'), [
    {
      ...{ id: 'til_1', title: 'People', chart: 'line', view: null, question, question_id: null, text: null },
      ...{ left: 0, top: 0, width: 6, height: 4 },
    },
  ])
  const viewer = { workspaceId: 'ws_1', callerId: 'usr_1' }
  t.strictSame(await findUses(records, viewer, 'qst_1'), [])

  const board = await findBoard(records, viewer, 'brd_1')
  t.match(board, { name: 'Growth', filter: null })
  t.match(await listVersions(records, 'brd_1', true), [
    { version: 1, changed_by: 'usr_1', changed: [], name: 'Growth', tile_count: 1 },
  ])
  t.strictSame(
    await findContent(records, 'brd_1', 1, false),
    {
      ...{ name: 'Growth', description: null, range: null, timezone: null, granularity: null, filter: null },
      tiles: await listTiles(records, 'brd_1'),
    },
    'the first version is the board as it was',
  )
})
