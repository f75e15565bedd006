import t from 'tap'
import { openCallers } from '../../test/http/callers.js'
import { testService } from '../../test/support/service.js'
import { addTile, callIn, linkTo, metrics, newBoard } from './test-boards.js'

const service = await testService(t)
const question = { path: `${metrics}/dau`, query: 'range=7d' }

t.test('a copy has the fields and tiles of a board, but no links', async (t) => {
  const fields = {
    name: 'x'.repeat(199),
    description: 'd',
    range: '7d',
    filter: { field: 'plan', operator: 'is_set' },
  }
  const { call, at, workspace } = await newBoard(service, fields)
  await addTile(call, at, { question, left: 3, top: 2, width: 4, height: 5 })
  await addTile(call, at, { text: '# Hello', chart: 'text' })
  await linkTo(call, at)
  const made = await call('POST', `${at}/duplicate`, {})
  t.equal(made.status, 201)
  t.match(made.body.data, { ...fields, name: `Copy of ${'x'.repeat(192)}` })
  const copy = `/${String(made.body.data.id)}`
  t.not(copy, at)
  const shown = async (path: string): Promise<object[]> =>
    (await call('GET', path)).body.data.tiles.map((tile: object) => ({ ...tile, id: null }))
  t.strictSame(await shown(copy), await shown(at))
  t.strictSame((await call('GET', `${copy}/links`)).body.data.links, [])
  await call('PUT', copy, { name: 'y' })
  const [{ id }] = (await call('GET', copy)).body.data.tiles
  await call('DELETE', `${copy}/tiles/${String(id)}`)
  t.equal((await shown(at)).length, 2, 'the original stays as it is')
  t.equal((await call('POST', `${at}/duplicate`, { name: ' Mine ' })).body.data.name, 'Mine')
  t.equal((await call('POST', `${at}/duplicate`, { name: ' ' })).status, 422)
  const { body } = await service.call('GET', '/api/v1/admin/audit', {
    workspace,
    query: { action: 'board.created' },
  })
  t.match(body.data.entries[1], { subject_id: copy.slice(1), details: { copy_of: at.slice(1) } })
})

t.test('who copies what', async (t) => {
  const fixture = await openCallers(service)
  t.teardown(() => fixture.close())
  const call = callIn(service, fixture.workspace)
  const as = fixture.credentials
  const make = async (visibility: string): Promise<string> => {
    const made = await call('POST', '', { name: 'x', visibility }, await as['editor']())
    return `/${String(made.body.data.id)}`
  }
  const [shared, secret] = [await make('workspace'), await make('private')]
  const copied = async (who: keyof typeof as, path: string) =>
    call('POST', `${path}/duplicate`, {}, await as[who]())
  t.equal((await copied('viewer', shared)).status, 403)
  t.equal((await copied('admin', secret)).status, 404, 'private is private')
  t.match(await copied('editor', secret), { status: 201, body: { data: { visibility: 'private' } } })
  const mine = await copied('owner, an editor', shared)
  t.equal(mine.status, 201)
  t.not(mine.body.data.owner_id, (await call('GET', shared)).body.data.owner_id, 'whose copy it is')
})
