import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Type from 'typebox'
import t from 'tap'
import pg from 'pg'
import { definePlugin, defineSetting, inWorkspace, type WorkspaceAsk } from '../../contract/index.js'
import { recordsUrl } from '../support/record-server.js'
import { fakeClock, testRecords, testService } from './index.js'

const folder = mkdtempSync(join(tmpdir(), 'sextant-kit-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'migrations'))
writeFileSync(
  join(folder, 'migrations/0001-words.sql'),
  'CREATE TABLE words (word text, workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE)',
)
const prefix = defineSetting({
  name: 'WORDS_PREFIX',
  schema: Type.String(),
  default: '',
  description: 'a text',
})

const words = definePlugin({
  name: 'words',
  contract: 1,
  after: ['auth'],
  register(host) {
    host.migrations(pathToFileURL(join(folder, 'migrations/')))
    host.setting(prefix)
    host.route({
      method: 'POST',
      path: '/api/v1/words',
      summary: 'Add a word',
      tag: 'words',
      access: inWorkspace('editor'),
      async handle(ask) {
        const { records, workspace, setting } = ask as WorkspaceAsk
        await records.query('INSERT INTO words VALUES ($1, $2)', [`${setting(prefix)}word`, workspace.id])
        return { data: await records.query('SELECT word FROM words') }
      },
    })
    host.job({
      name: 'words-cleanup',
      summary: 'Deletes words',
      every: 3600,
      timeout: 10,
      async run({ transaction, scheduledAt, token, signal }) {
        if (signal.aborted) throw new Error('aborted')
        await transaction((records) =>
          records.query('UPDATE words SET word = $1', [`${scheduledAt} ${token}`]),
        )
      },
    })
  },
})

t.test('tables, settings and jobs of a plugin', async (t) => {
  const url = recordsUrl()
  const records = await testRecords({ url })
  const clock = fakeClock(1_000)
  const environment = { WORDS_PREFIX: 'a ' }
  const service = await testService({ plugins: [words], records, clock, environment })
  const { id: workspace } = await service.workspace()
  const add = async () => (await service.call('POST', '/api/v1/words', { workspace })).body.data
  t.strictSame(await add(), [{ word: 'a word' }], 'the migration, the workspace and the setting are there')
  await service.runJob('words-cleanup')
  t.strictSame(await add(), [{ word: '1000 1' }, { word: 'a word' }])
  await t.rejects(service.runJob('gone'), { message: 'unknown job gone' })

  const [{ database } = { database: '' }] = await records.query<{ database: string }>(
    'SELECT current_database() AS database',
  )
  t.match(database, /^sextant_test_/)
  await service.close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const left = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database])
  await client.end()
  t.equal(left.rowCount, 0, 'the database ends with the service')
})

t.test('without records a table is an error that says what to pass', async (t) => {
  const service = await testService({ plugins: [words] })
  t.teardown(() => service.close())
  await t.rejects(service.runJob('words-cleanup'), { message: /pass records: await testRecords\(\)/ })
})
