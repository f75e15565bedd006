import t from 'tap'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { silentLog } from '../support/silent-log.js'
import { testService } from '../support/service.js'
import { store } from '../support/send.js'
import { openCallers } from './callers.js'

const service = await testService(t)
const records = createRecordStore({ url: service.recordsUrl, log: silentLog })
t.teardown(() => records.close())
const now = Date.parse('2024-05-10T12:00:00.250Z')
const minutes = 60_000
const question = { path: '/api/v1/metrics/dau' }

/** Each kind of thing whose deletion can be taken back: its list, and a body that makes one. */
const kinds = [
  ['boards', 'board', { name: 'x', visibility: 'workspace' }],
  ['questions', 'question', { name: 'x', question, visibility: 'workspace' }],
  ['audiences', 'audience', { name: 'x', definition: {} }],
  ['marks', 'mark', { title: 'x', scope: 'public' }],
] as const
const privately: Readonly<Record<string, object>> = {
  boards: { visibility: 'private' },
  questions: { visibility: 'private' },
  marks: { scope: 'private' },
}

async function purge(name: string, at: number): Promise<void> {
  const job = service.service.registry.jobs.find(({ definition }) => definition.name === `deleted-${name}`)
  if (job === undefined) throw new Error(`no job for ${name}`)
  await job.definition.run({ records, clock: () => at } as never)
}

const rowsOf = async (table: string, id: string): Promise<number> =>
  (await records.query(`SELECT id FROM ${table} WHERE id = $1`, [id])).length

for (const [name, kind, body] of kinds)
  t.test(`a deleted ${kind} is hidden, and restored for ten minutes`, async (t) => {
    service.setClock(now)
    const { id: workspace } = await service.workspace()
    const call = (method: string, path = '', given?: object) =>
      service.call(method, `/api/v1/${name}${path}`, { workspace, ...(given && { body: given }) })
    const made = await call('POST', '', body)
    const id = String(made.body.data.id)
    const before = (await call('GET', `/${id}`)).body.data
    t.equal((await call('DELETE', `/${id}`)).status, 204)
    for (const [method, given] of [
      ['GET', undefined],
      ['PUT', {}],
      ['DELETE', undefined],
    ] as const)
      t.equal((await call(method, `/${id}`, given)).status, 404, method)
    t.strictSame((await call('GET')).body.data[name], [])

    service.setClock(now + 10 * minutes - 1)
    await purge(name, now + 10 * minutes - 1)
    const restored = await call('POST', `/${id}/restore`)
    t.match(restored, { status: 200, body: { data: { id } } })
    t.strictSame((await call('GET', `/${id}`)).body.data, before)
    t.equal((await call('GET')).body.data[name].length, 1)
    t.equal((await call('POST', `/${id}/restore`)).status, 200, 'a second click does no harm')
    const audit = await service.call('GET', '/api/v1/admin/audit', { workspace })
    const told = (audit.body.data.entries as { action: string; subject_id: string }[])
      .filter(({ subject_id }) => subject_id === id)
      .map(({ action }) => action)
    t.strictSame(told, [`${kind}.restored`, `${kind}.deleted`, `${kind}.created`])

    await call('DELETE', `/${id}`)
    service.setClock(now + 20 * minutes)
    t.equal((await call('POST', `/${id}/restore`)).status, 404, 'ten minutes are over')
    t.equal(await rowsOf(name, id), 1)
    await purge(name, now + 20 * minutes)
    t.equal(await rowsOf(name, id), 0)
    t.equal((await call('POST', `/${id}/restore`)).status, 404)
    const other = (await service.workspace()).id
    const again = String((await call('POST', '', body)).body.data.id)
    await call('DELETE', `/${again}`)
    const elsewhere = await service.call('POST', `/api/v1/${name}/${again}/restore`, { workspace: other })
    t.equal(elsewhere.status, 404, 'not from another workspace')
    service.setClock(null)
  })

t.test('who restores', async (t) => {
  const fixture = await openCallers(service)
  t.teardown(() => fixture.close())
  const { workspace, credentials } = fixture
  for (const [name, , body] of kinds) {
    const by = async (who: keyof typeof credentials, method: string, path = '', given?: object) => {
      const token = await credentials[who]()
      return service.call(method, `/api/v1/${name}${path}`, {
        workspace,
        token,
        ...(given && { body: given }),
      })
    }
    const deleted = async (more: object): Promise<string> => {
      const { id } = (await by('editor', 'POST', '', { ...body, ...more })).body.data
      await by('editor', 'DELETE', `/${String(id)}`)
      return String(id)
    }
    const shared = await deleted({})
    for (const who of ['viewer', 'query key', 'owner, an editor'] as const)
      t.equal((await by(who, 'POST', `/${shared}/restore`)).status, 403, `${name}: ${who}`)
    t.equal((await by('admin', 'POST', `/${shared}/restore`)).status, 200, name)
    if (privately[name] === undefined) continue
    const secret = await deleted(privately[name])
    t.equal((await by('admin', 'POST', `/${secret}/restore`)).status, 404, `${name}: private`)
    t.equal((await by('editor', 'POST', `/${secret}/restore`)).status, 200, `${name}: private`)
  }
})

t.test('what refers to a deleted thing shows it again', async (t) => {
  const { id: workspace, ingestKey } = await service.workspace()
  const call = async (method: string, path: string, body?: object) =>
    service.call(method, `/api/v1${path}`, { workspace, ...(body && { body }) })
  const made = async (path: string, body: object): Promise<string> =>
    String((await call('POST', path, body)).body.data.id)
  await store(service, ingestKey, [{ event: 'a', device_id: 'd', timestamp: Date.now() - 1000 }])

  const asked = await made('/questions', { name: 'q', question })
  const board = await made('/boards', { name: 'b' })
  await made(`/boards/${board}/tiles`, { title: 't', chart: 'line', question_id: asked })
  const tile = async () => (await call('GET', `/boards/${board}`)).body.data.tiles[0]
  t.equal((await call('DELETE', `/questions/${asked}`)).status, 409)
  t.equal((await call('DELETE', `/questions/${asked}?force=true`)).status, 204)
  t.match(await tile(), { missing: true, question: null, question_name: null })
  await call('POST', `/questions/${asked}/restore`)
  t.match(await tile(), { missing: false, question, question_name: 'q' })
  t.equal((await call('GET', `/questions/${asked}/history`)).body.data.versions.length, 1)

  const audience = await made('/audiences', { name: 'a', definition: {} })
  const counted = () => call('GET', `/metrics/dau?range=7d&audience=${audience}`)
  const before = (await counted()).body
  t.equal(before.data.total, 1)
  await call('DELETE', `/audiences/${audience}`)
  t.not((await counted()).status, 200)
  t.equal((await call('GET', `/audiences/${audience}/count`)).status, 404)
  await call('POST', `/audiences/${audience}/restore`)
  t.strictSame((await counted()).body, before)
})
