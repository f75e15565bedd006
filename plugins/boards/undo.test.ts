import t from 'tap'
import { openCallers } from '../../test/http/callers.js'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { silentLog } from '../../test/support/silent-log.js'
import { testService } from '../../test/support/service.js'
import { findTileIds } from './tiles-repository.js'
import { addTile, callIn, linkTo, metrics, newBoard, purge } from './test-boards.js'

const service = await testService(t)
const now = Date.parse('2024-05-10T12:00:00.250Z')
const minutes = 60_000
const question = { path: `${metrics}/dau` }
const records = createRecordStore({ url: service.recordsUrl, log: silentLog })
t.teardown(() => records.close())

t.test('a deleted board is hidden everywhere, and comes back whole', async (t) => {
  service.setClock(now)
  const { call, at, workspace } = await newBoard(service, { name: 'Growth' })
  const saved = await service.call('POST', '/api/v1/questions', { workspace, body: { name: 'q', question } })
  const question_id = String(saved.body.data.id)
  const tile = await addTile(call, at, { question_id })
  await addTile(call, at, { text: 'x' })
  const link = await linkTo(call, at)
  const before = (await call('GET', at)).body.data
  const uses = async () =>
    (await service.call('GET', `/api/v1/questions/${question_id}/uses`, { workspace })).body.data
  t.equal((await uses()).uses.length, 1)

  t.equal((await call('DELETE', at)).status, 204)
  for (const [method, path, body] of [
    ['GET', at],
    ['PUT', at, {}],
    ['DELETE', at],
    ['POST', `${at}/duplicate`, {}],
    ['POST', `${at}/tiles`, { title: 'x', chart: 'x', question }],
    ['GET', `${at}/tiles/${tile}/data`],
    ['POST', `${at}/tiles/${tile}/restore`],
    ['GET', `${at}/links`],
    ['GET', `${at}/history`],
  ] as const)
    t.equal((await call(method, path, body)).status, 404, `${method} ${path}`)
  t.strictSame((await call('GET')).body.data.boards, [])
  t.equal((await service.call('GET', link, { token: null })).status, 404)
  t.equal((await service.call('GET', `${link}/tiles/${tile}/data`, { token: null })).status, 404)
  t.strictSame(await uses(), { uses: [], hidden: 0 })
  t.strictSame(await findTileIds(records, [tile]), [tile], 'plugins keep what they attach to it')

  service.setClock(now + 9 * minutes)
  await purge(service, records, now + 9 * minutes)
  t.match(await call('POST', `${at}/restore`), { status: 200, body: { data: { name: 'Growth' } } })
  t.strictSame((await call('GET', at)).body.data, before)
  t.equal((await service.call('GET', link, { token: null })).status, 200)
  t.equal((await call('POST', `${at}/restore`)).status, 200, 'a second click does no harm')
  const { body } = await service.call('GET', '/api/v1/admin/audit', { workspace })
  const told = (body.data.entries as { action: string; subject_id: string }[])
    .filter(({ subject_id }) => subject_id === at.slice(1))
    .map(({ action }) => action)
  t.strictSame(told.slice(0, 2), ['board.restored', 'board.deleted'])

  await call('DELETE', at)
  service.setClock(now + 19 * minutes)
  t.equal((await call('POST', `${at}/restore`)).status, 404, 'ten minutes are over')
  await purge(service, records, now + 19 * minutes)
  t.strictSame(await findTileIds(records, [tile]), [])
  t.equal((await call('POST', `${at}/restore`)).status, 404)
  service.setClock(null)
})

t.test('a deleted tile is hidden, and comes back to its place or below', async (t) => {
  service.setClock(now)
  const { call, at } = await newBoard(service)
  const [first, second] = [await addTile(call, at, { question }), await addTile(call, at, { question })]
  const tiles = async () => (await call('GET', at)).body.data.tiles
  const before = await tiles()
  t.equal((await call('DELETE', `${at}/tiles/${first}`)).status, 204)
  t.match(await tiles(), [{ id: second }])
  t.equal((await call('GET')).body.data.boards[0].tile_count, 1)
  for (const [method, path, body] of [
    ['PUT', '', {}],
    ['DELETE', ''],
    ['GET', '/data'],
  ] as const)
    t.equal((await call(method, `${at}/tiles/${first}${path}`, body)).status, 404, method)
  t.match(await call('POST', `${at}/tiles/${first}/restore`), { status: 200, body: { data: { id: first } } })
  t.strictSame(await tiles(), before)
  t.equal((await call('POST', `${at}/tiles/${first}/restore`)).status, 200)

  await call('DELETE', `${at}/tiles/${first}`)
  await call('PUT', `${at}/layout`, { tiles: [{ id: second, left: 3, top: 2, width: 6, height: 4 }] })
  t.match((await call('POST', `${at}/tiles/${first}/restore`)).body.data, { left: 0, top: 6, width: 6 })

  await call('DELETE', `${at}/tiles/${first}`)
  for (let n = 0; n < 49; n++) await addTile(call, at, { text: 'x' })
  t.equal((await call('POST', `${at}/tiles/${first}/restore`)).status, 409, 'fifty at most')
  service.setClock(now + 11 * minutes)
  await purge(service, records, now + 11 * minutes)
  t.strictSame(await findTileIds(records, [first, second]), [second])
  t.equal((await call('POST', `${at}/tiles/${first}/restore`)).status, 404)
  service.setClock(null)
})

t.test('who restores', async (t) => {
  const fixture = await openCallers(service)
  t.teardown(() => fixture.close())
  const call = callIn(service, fixture.workspace)
  const as = fixture.credentials
  const editor = await as['editor']()
  const make = async (visibility: string): Promise<string> => {
    const at = `/${String((await call('POST', '', { name: 'x', visibility }, editor)).body.data.id)}`
    await call('DELETE', at, undefined, editor)
    return at
  }
  const [shared, secret] = [await make('workspace'), await make('private')]
  const restored = async (who: keyof typeof as, at: string): Promise<number> =>
    (await call('POST', `${at}/restore`, undefined, await as[who]())).status
  for (const who of ['viewer', 'query key', 'owner, an editor'] as const)
    t.equal(await restored(who, shared), 403, who)
  t.equal(await restored('admin', secret), 404, 'a private board stays unknown')
  t.equal(await restored('admin', shared), 200)
  t.equal(await restored('editor', secret), 200)
})
