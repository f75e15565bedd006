import t from 'tap'
import { openCallers } from '../../test/http/callers.js'
import type { CallerName } from '../../test/http/caller-names.js'
import { testService } from '../../test/support/service.js'
import type { Called } from '../../test/support/request.js'

const metrics = '/api/v1/metrics'

const service = await testService(t)
const fixture = await openCallers(service)
t.teardown(() => fixture.close())

type Call = (method: string, path: string, body?: object) => Promise<Called>

async function as(name: CallerName): Promise<Call> {
  const { workspace } = fixture
  const token = await fixture.credentials[name]()
  return (method, path, body) =>
    service.call(method, `/api/v1${path}`, { workspace, token, ...(body && { body }) })
}

const editor = await as('editor')

async function made(call: Call, path: string, body: object): Promise<string> {
  const answer = await call('POST', path, body)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return String(answer.body.data.id)
}

async function define(name: string, expression: string): Promise<void> {
  const answer = await editor('POST', '/data/properties', { name, expression })
  t.equal(answer.status, 201, JSON.stringify(answer.body))
}

t.test('a property in use is named by what the caller sees of its uses', async (t) => {
  await define('used', 'amount * 2')
  const question = {
    path: `${metrics}/events`,
    query: `filter=${encodeURIComponent(JSON.stringify({ field: 'calc.used', operator: 'is_set' }))}`,
  }
  const shared = await made(editor, '/questions', { name: 'Shared', question })
  const own = await made(editor, '/questions', { name: 'Own secret', question, visibility: 'private' })
  const board = await made(editor, '/boards', { name: 'Secret board', visibility: 'private' })
  await editor('POST', `/boards/${board}/tiles`, { title: 'Secret tile', chart: 'line', question })
  const admin = await as('admin')
  const refused = await admin('DELETE', '/data/properties/used')
  t.strictSame(
    [refused.status, refused.body.message],
    [409, 'calc.used is used by question "Shared" and 2 more'],
  )
  t.equal(
    (await editor('DELETE', '/data/properties/used')).body.message,
    'calc.used is used by tile "Secret tile" of board "Secret board", question "Own secret" and question "Shared"',
  )
  for (const path of [`/questions/${shared}`, `/questions/${own}`, `/boards/${board}`])
    t.equal((await editor('DELETE', path)).status, 204)
  t.equal((await admin('DELETE', '/data/properties/used')).status, 204)
})

t.test('a public link shows no persons by way of a calculated property', async (t) => {
  await define('who', 'user_id')
  await define('nested', "concat('u', calc.who)")
  await define('plain', 'upper(country)')
  await define('later', 'upper(country)')
  const board = await made(editor, '/boards', { name: 'x' })
  const by = (name: string) => ({ question: { path: `${metrics}/dau`, query: `breakdown=calc.${name}` } })
  const several = encodeURIComponent('["country",{"field":"calc\\u002ewho"}]')
  const saved = await made(editor, '/questions', { name: 'Saved', ...by('nested') })
  const tiles = [
    by('who'),
    by('nested'),
    { question: { path: `${metrics}/dau`, query: `breakdowns=${several}` } },
    {
      question: {
        path: `${metrics}/formula`,
        body: { series: [{ metric: 'dau', breakdown: 'calc.who' }], formula: 'A' },
      },
    },
    { question_id: saved },
    by('plain'),
    by('later'),
  ]
  for (const tile of tiles)
    await made(editor, `/boards/${board}/tiles`, { title: 'x', chart: 'line', ...tile })
  const { token } = (await editor('POST', `/boards/${board}/links`, {})).body.data
  const open = `/api/v1/public/boards/${String(token)}`
  const check = async (expected: readonly boolean[]): Promise<void> => {
    const members = (await editor('GET', `/boards/${board}`)).body.data.tiles
    const all = members as { id: string; for_everybody: boolean }[]
    t.strictSame(
      all.map(({ for_everybody }) => for_everybody),
      expected,
    )
    const shown = await service.call('GET', open, { token: null })
    t.equal(shown.body.data.left_out, expected.filter((isShown) => !isShown).length)
    for (const { id, for_everybody } of all) {
      const answer = await service.call('GET', `${open}/tiles/${id}/data`, { token: null })
      t.equal(answer.status, for_everybody ? 200 : 404)
    }
  }
  await check([false, false, false, false, false, true, true])
  t.equal((await editor('PUT', '/data/properties/later', { expression: 'device_id' })).status, 200)
  await check([false, false, false, false, false, true, false])
})
