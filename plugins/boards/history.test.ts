import t from 'tap'
import { openCallers } from '../../test/http/callers.js'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { silentLog } from '../../test/support/silent-log.js'
import { testService } from '../../test/support/service.js'
import { addTile, callIn, metrics, newBoard, purge, type Call } from './test-boards.js'

const service = await testService(t)
const records = createRecordStore({ url: service.recordsUrl, log: silentLog })
t.teardown(() => records.close())
const now = Date.parse('2024-05-10T12:00:00.250Z')
const question = { path: `${metrics}/dau`, query: 'range=7d' }
const place = { left: 3, top: 0, width: 6, height: 4 }

interface Version {
  readonly version: number
  readonly changed: readonly string[]
  readonly restored: number | null
}
const versionsOf = async (call: Call, at: string): Promise<readonly Version[]> =>
  (await call('GET', `${at}/history`)).body.data.versions

t.test('each change is a version, and can be taken back', async (t) => {
  service.setClock(now)
  const { call, at, workspace } = await newBoard(service, { name: 'Growth' })
  const tile = await addTile(call, at, { question })
  const text = await addTile(call, at, { text: '# Hello', chart: 'text' })
  await call('PUT', at, { name: 'Wide', filter: { field: 'plan', operator: 'is_set' } })
  await call('PUT', at, { name: 'Wide' })
  await call('PUT', `${at}/layout`, { tiles: [{ id: tile, ...place }] })
  await call('PUT', `${at}/layout`, { tiles: [{ id: tile, ...place }] })
  await call('PUT', `${at}/layout`, { tiles: [{ id: tile, ...place, left: 4 }] })
  service.setClock(now + 11 * 60_000)
  await call('PUT', `${at}/layout`, { tiles: [{ id: tile, ...place, left: 5 }] })
  await call('DELETE', `${at}/tiles/${text}`)
  const told = await versionsOf(call, at)
  t.strictSame(
    told.map(({ version, changed }) => [version, ...changed]),
    [[7, 'tiles'], [6, 'layout'], [5, 'layout'], [4, 'name', 'filter'], [3, 'tiles'], [2, 'tiles'], [1]],
    'what leaves all as it is adds none; moves within ten minutes are one',
  )
  t.match(told[0], {
    changed_by: /^usr_/,
    changed_by_email: /@/,
    changed_at: '2024-05-10T12:11:00.250Z',
    restored: null,
    visibility: 'workspace',
    name: 'Wide',
    tile_count: 1,
  })

  service.setClock(now + 60 * 60_000)
  const restored = await call('POST', `${at}/history/3/restore`)
  t.equal(restored.status, 200)
  t.match(restored.body.data, { name: 'Growth', filter: null })
  const shown = (await call('GET', at)).body.data
  t.match(shown.tiles, [
    { id: tile, left: 0, question },
    { id: text, text: '# Hello' },
  ])
  t.match((await versionsOf(call, at))[0], { version: 8, changed: ['name', 'filter', 'tiles'], restored: 3 })
  await call('POST', `${at}/history/3/restore`)
  t.equal((await versionsOf(call, at)).length, 8, 'restoring what is there is no change')
  await call('POST', `${at}/history/7/restore`)
  t.match((await call('GET', at)).body.data, { name: 'Wide', tiles: [{ id: tile, left: 5 }] })
  t.equal((await call('POST', `${at}/history/99/restore`)).status, 404)
  t.equal((await call('POST', `${at}/history/0/restore`)).status, 422)
  const { body } = await service.call('GET', '/api/v1/admin/audit', {
    workspace,
    query: { action: 'board.changed' },
  })
  t.match(body.data.entries[0].details, { restored: 7, changed: ['name', 'filter', 'tiles'] })
  service.setClock(null)
})

t.test('a restored tile returns also after it was removed for good', async (t) => {
  service.setClock(now)
  const { call, at } = await newBoard(service)
  const tile = await addTile(call, at, { question, view: '/trends' })
  const before = (await call('GET', at)).body.data.tiles
  await call('DELETE', `${at}/tiles/${tile}`)
  service.setClock(now + 20 * 60_000)
  await purge(service, records, now + 20 * 60_000)
  await call('POST', `${at}/history/2/restore`)
  t.strictSame((await call('GET', at)).body.data.tiles, before)
  service.setClock(null)
})

t.test('the last hundred versions are kept', async (t) => {
  const { call, at } = await newBoard(service)
  for (let n = 0; n < 105; n++) await call('PUT', at, { name: `x ${n}` })
  const told = await versionsOf(call, at)
  t.strictSame([told.length, told[0]?.version, told.at(-1)?.version], [100, 106, 7])
})

t.test('who sees and restores versions', async (t) => {
  const fixture = await openCallers(service)
  t.teardown(() => fixture.close())
  const call = callIn(service, fixture.workspace)
  const as = fixture.credentials
  const by = async (who: keyof typeof as, method: string, path: string, body?: object) =>
    call(method, path, body, await as[who]())
  const made = await by('editor', 'POST', '', { name: 'secret', visibility: 'private' })
  const at = `/${String(made.body.data.id)}`
  await by('editor', 'PUT', at, { name: 'shared', visibility: 'workspace' })
  await by('editor', 'PUT', at, { description: 'd' })
  const seen = async (who: keyof typeof as): Promise<readonly number[]> =>
    (await by(who, 'GET', `${at}/history`)).body.data.versions.map(({ version }: Version) => version)
  t.strictSame(await seen('editor'), [3, 2, 1])
  t.strictSame(await seen('viewer'), [3, 2], 'not those of when it was private')
  t.equal((await by('query key', 'GET', `${at}/history`)).status, 403, 'addresses are for people')
  t.equal((await by('admin', 'POST', `${at}/history/1/restore`)).status, 404)
  for (const who of ['viewer', 'query key', 'owner, an editor'] as const)
    t.equal((await by(who, 'POST', `${at}/history/2/restore`)).status, 403, who)
  t.equal((await by('admin', 'POST', `${at}/history/2/restore`)).status, 200)
  t.match(await by('editor', 'POST', `${at}/history/1/restore`), {
    status: 200,
    body: { data: { name: 'secret', visibility: 'workspace' } },
  })
})
