import t from 'tap'
import { openCallers } from '../../test/http/callers.js'
import { testService } from '../../test/support/service.js'

const service = await testService(t)
const now = Date.parse('2024-05-10T12:00:00.250Z')
const root = '/api/v1/audiences'

interface Version {
  readonly version: number
  readonly changed: readonly string[]
}

t.test('each change of an audience is a version, and can be taken back', async (t) => {
  service.setClock(now)
  const { id: workspace } = await service.workspace()
  const call = (method: string, path = '', body?: object) =>
    service.call(method, `${root}${path}`, { workspace, ...(body && { body }) })
  const members = [{ device_id: 'a', user_id: null }, { device_id: 'b' }]
  const made = (await call('POST', '', { name: 'Listed', description: 'd', definition: { members } })).body
    .data
  const at = `/${String(made.id)}`
  const rules = { filters: [{ field: 'plan', op: 'eq', value: 'pro' }] }
  await call('PUT', at, { definition: rules, description: null })
  await call('PUT', at, { definition: rules })
  service.setClock(now + 1000)
  await call('PUT', at, { name: 'Pro' })
  const versions = async (): Promise<readonly Version[]> =>
    (await call('GET', `${at}/history`)).body.data.versions
  t.strictSame(
    (await versions()).map(({ version, changed }) => [version, ...changed]),
    [[3, 'name'], [2, 'description', 'definition'], [1]],
    'what leaves all as it is adds none',
  )
  t.match((await versions())[0], {
    changed_by: /^usr_/,
    changed_by_email: /@/,
    changed_at: '2024-05-10T12:00:01.250Z',
    restored: null,
    name: 'Pro',
    listed_count: 0,
  })
  const restored = await call('POST', `${at}/history/1/restore`)
  t.equal(restored.status, 200)
  t.match(restored.body.data, { name: 'Listed', description: 'd', listed_count: 2 })
  t.strictSame(restored.body.data.definition, { members })
  t.strictSame((await call('GET', at)).body, restored.body)
  t.match((await versions())[0], { version: 4, restored: 1, changed: ['name', 'description', 'definition'] })
  await call('POST', `${at}/history/1/restore`)
  t.equal((await versions()).length, 4, 'restoring what is there is no change')
  t.equal((await call('POST', `${at}/history/9/restore`)).status, 404)
  t.equal((await call('POST', `${at}/history/0/restore`)).status, 422)
  for (let n = 0; n < 20; n++) await call('PUT', at, { name: `x ${n}` })
  const kept = await versions()
  t.strictSame([kept.length, kept[0]?.version, kept.at(-1)?.version], [20, 24, 5])
  await Promise.all(Array.from({ length: 5 }, (_, n) => call('PUT', at, { name: `y ${n}` })))
  t.equal((await versions())[0]?.version, 29, 'changes at the same time are versions one after the other')
  service.setClock(null)
})

t.test('who sees and restores versions', async (t) => {
  const fixture = await openCallers(service)
  t.teardown(() => fixture.close())
  const { workspace, credentials } = fixture
  const by = async (who: keyof typeof credentials, method: string, path: string, body?: object) =>
    service.call(method, root + path, { workspace, token: await credentials[who](), ...(body && { body }) })
  const at = `/${String((await by('editor', 'POST', '', { name: 'x', definition: {} })).body.data.id)}`
  await by('editor', 'PUT', at, { name: 'y' })
  t.equal((await by('viewer', 'GET', `${at}/history`)).status, 200)
  t.equal((await by('query key', 'GET', `${at}/history`)).status, 403, 'addresses are for people')
  for (const who of ['viewer', 'query key', 'owner, an editor'] as const)
    t.equal((await by(who, 'POST', `${at}/history/1/restore`)).status, 403, who)
  t.equal((await by('admin', 'POST', `${at}/history/1/restore`)).body.data.name, 'x')
})
