import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fakeClock, roleLaws, testRecords, testService } from 'sextant/testing'
import { plugin } from './index.js'

const path = '/api/v1/acme-thing/notes'

/** The embedded Postgres, or a database of its own on the server that TEST_DATABASE_URL names. */
const records = await testRecords({ url: process.env['TEST_DATABASE_URL'] })
const clock = fakeClock('2026-01-05T12:00:00Z')
const service = await testService({
  plugins: [plugin],
  records,
  clock,
  environment: { ACME_THING_KEEP_DAYS: '30' },
})
after(() => service.close())

test('notes are written, listed and deleted', async () => {
  const { id: workspace } = await service.workspace()
  const write = (body: unknown) => service.call('POST', path, { workspace, body: { body } })
  const listed = async () => {
    const { body } = await service.call('GET', path, { workspace })
    return body.data.map((note: { body: string }) => note.body)
  }
  const first = await write('first')
  assert.equal(first.status, 201)
  clock.advance(1_000)
  await write('second')
  assert.deepEqual(await listed(), ['second', 'first'])

  assert.equal((await write('')).status, 422)
  const elsewhere = (await service.workspace()).id
  const remove = (workspace: string) => service.call('DELETE', `${path}/${first.body.data.id}`, { workspace })
  assert.equal((await remove(elsewhere)).status, 404, 'another workspace has no such note')
  assert.equal((await remove(workspace)).status, 204)
  assert.equal((await remove(workspace)).status, 404)
  assert.deepEqual(await listed(), ['second'])
})

test('the job deletes notes after ACME_THING_KEEP_DAYS', async () => {
  const { id: workspace } = await service.workspace()
  const count = async () => (await service.call('GET', path, { workspace })).body.data.length
  await service.call('POST', path, { workspace, body: { body: 'old' } })
  clock.advance(30 * 86_400_000)
  await service.runJob('acme-thing-cleanup')
  assert.equal(await count(), 1, 'after 30 days to the millisecond it is kept')
  clock.advance(1)
  await service.runJob('acme-thing-cleanup')
  assert.equal(await count(), 0)
})

// Every kind of caller at every route: who is rejected gets 401 or 403, who is admitted does not.
for (const route of [
  { method: 'GET', path },
  { method: 'POST', path, body: { body: 'a note' } },
  { method: 'DELETE', path: `${path}/:id`, call: `${path}/note_1` },
])
  for (const { name, check } of roleLaws(service, route)) test(name, check)
