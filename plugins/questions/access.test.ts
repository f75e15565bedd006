import t from 'tap'
import type { CallerName } from '../../test/http/caller-names.js'
import { openCallers } from '../../test/http/callers.js'
import type { Called } from '../../test/support/request.js'
import { testService } from '../../test/support/service.js'

const service = await testService(t)
const root = '/api/v1/questions'
const question = { path: '/api/v1/metrics/dau' }
const fixture = await openCallers(service)
t.teardown(() => fixture.close())
const { workspace, credentials } = fixture

type Call = (method: string, path: string, body?: object) => Promise<Called>
const as = async (who: CallerName): Promise<Call> => {
  const token = await credentials[who]()
  return (method, path, body) => service.call(method, path, { workspace, token, ...(body && { body }) })
}
const save = async (who: CallerName, fields: object): Promise<string> => {
  const made = await (await as(who))('POST', root, { name: 'a question', question, ...fields })
  t.equal(made.status, 201, who)
  return `${root}/${String(made.body.data.id)}`
}

t.test('whose they are', async (t) => {
  const shared = await save('editor', { name: 'open' })
  const secret = await save('editor', { name: 'secret', visibility: 'private' })
  await save('query key of an admin', { name: 'of a key', visibility: 'private' })
  const seen = async (who: CallerName): Promise<string[]> =>
    ((await (await as(who))('GET', root)).body.data.questions as { name: string }[]).map(({ name }) => name)
  t.strictSame(await seen('editor'), ['open', 'secret'])
  t.strictSame(await seen('admin'), ['open'], 'private is private, for admins too')
  const changes = (at: string) =>
    [
      ['PUT', at, { name: 'changed' }],
      ['POST', `${at}/history/1/restore`, undefined],
      ['DELETE', at, undefined],
    ] as const
  for (const who of ['viewer', 'query key', 'owner, an editor', 'viewer here, admin at large'] as const) {
    const call = await as(who)
    for (const [method, path, body] of changes(shared))
      t.equal((await call(method, path, body)).status, 403, `${who} ${method}`)
    t.equal((await call('GET', `${shared}/data`)).status, 200, who)
  }
  for (const who of ['viewer', 'admin', 'platform'] as const) {
    const call = await as(who)
    for (const [method, path, body] of [
      ...changes(secret),
      ['GET', secret] as const,
      ['GET', `${secret}/data`] as const,
    ])
      t.equal((await call(method, path, body)).status, 404, `${who} ${method} ${path}`)
  }
  t.equal((await (await as('query key'))('GET', shared)).body.data.owner_email, null, 'keys see no addresses')
  t.match((await (await as('viewer'))('GET', shared)).body.data.owner_email, /@example.com$/)
  t.equal((await (await as('query key'))('GET', `${shared}/history`)).status, 403)
  t.equal(
    (await (await as('query key'))('PUT', `${shared}/favourite`)).status,
    403,
    'a key has no favourites',
  )

  const admin = await as('admin')
  t.equal((await admin('PUT', shared, { visibility: 'private' })).status, 403, 'it would be gone')
  for (const [method, path, body] of changes(shared))
    t.ok((await admin(method, path, body)).status < 300, `admin ${method}`)
})

t.test('favourites are of one account', async (t) => {
  const at = await save('editor', { name: 'liked' })
  await (
    await as('viewer')
  )('PUT', `${at}/favourite`)
  t.equal((await (await as('viewer'))('GET', at)).body.data.favourite, true)
  t.equal((await (await as('editor'))('GET', at)).body.data.favourite, false)
})

t.test('what was private stays so after the question is shared', async (t) => {
  const editor = await as('editor')
  const at = await save('editor', { name: 'draft', visibility: 'private' })
  await editor('PUT', at, { name: 'final', visibility: 'workspace' })
  const history = async (who: CallerName): Promise<number[]> => {
    const { body } = await (await as(who))('GET', `${at}/history`)
    return (body.data.versions as { version: number }[]).map(({ version }) => version)
  }
  t.strictSame(await history('editor'), [2, 1])
  t.strictSame(await history('admin'), [2])
  const admin = await as('admin')
  t.equal((await admin('POST', `${at}/history/1/restore`)).status, 404)
  t.match((await editor('POST', `${at}/history/1/restore`)).body.data, {
    name: 'draft',
    visibility: 'workspace',
  })
})

t.test(
  'a tile shows a private question to its owner alone, and uses do not tell of private boards',
  async (t) => {
    const editor = await as('editor')
    const secret = await save('editor', { name: 'secret', visibility: 'private' })
    const shared = await save('editor', { name: 'shared' })
    const board = async (visibility: string): Promise<string> =>
      `/api/v1/boards/${String((await editor('POST', '/api/v1/boards', { name: visibility, visibility })).body.data.id)}`
    const own = await board('private')
    const tile = (id: string) => ({ title: 'x', chart: 'line', question_id: id.split('/').at(-1) })
    const made = await editor('POST', `${own}/tiles`, tile(secret))
    t.match([made.status, made.body.data.missing], [201, false])
    await editor('POST', `${own}/tiles`, tile(shared))
    await editor('PUT', own, { visibility: 'workspace' })
    const [first, second] = (await (await as('viewer'))('GET', own)).body.data.tiles
    t.match(first, { missing: true, question: null })
    t.match(second, { missing: false, question_name: 'shared' })
    t.equal((await (await as('viewer'))('GET', `${own}/tiles/${String(first.id)}/data`)).status, 404)
    t.equal((await editor('GET', `${own}/tiles/${String(first.id)}/data`)).status, 200)

    await editor('PUT', own, { visibility: 'private' })
    const admin = await as('admin')
    t.strictSame((await admin('GET', `${shared}/uses`)).body.data, { uses: [], hidden: 1 })
    const refused = await admin('DELETE', shared)
    t.strictSame(
      [refused.status, refused.body.message],
      [409, 'question is used by 1 that you cannot see; remove it there, or delete with force=true'],
    )
  },
)

t.test('a public link shows no persons by way of a formula’s question', async (t) => {
  const editor = await as('editor')
  const persons = (await save('editor', { question: { ...question, query: 'breakdown=user_id' } }))
    .split('/')
    .at(-1)
  const formula = {
    path: '/api/v1/metrics/formula',
    body: { series: [{ metric: `question:${persons ?? ''}` }], formula: 'A' },
  }
  const saved = (await save('editor', { question: formula })).split('/').at(-1)
  const { id } = (await editor('POST', '/api/v1/boards', { name: 'x' })).body.data
  const at = `/api/v1/boards/${String(id)}`
  for (const tile of [{ question_id: persons }, { question: formula }, { question_id: saved }, { question }])
    t.equal((await editor('POST', `${at}/tiles`, { title: 'x', chart: 'line', ...tile })).status, 201)
  const tiles = (await editor('GET', at)).body.data.tiles as { id: string; for_everybody: boolean }[]
  t.strictSame(
    tiles.map(({ for_everybody }) => for_everybody),
    [false, false, false, true],
  )
  const { token } = (await editor('POST', `${at}/links`, {})).body.data
  const open = `/api/v1/public/boards/${String(token)}`
  const board = await service.call('GET', open, { token: null })
  t.match(board.body.data, { left_out: 3, tiles: [{ id: tiles[3]?.id }] })
  for (const { id: tile, for_everybody } of tiles) {
    const answer = await service.call('GET', `${open}/tiles/${tile}/data`, { token: null })
    t.equal(answer.status, for_everybody ? 200 : 404)
  }
})
