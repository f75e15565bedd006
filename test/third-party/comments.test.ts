import t from 'tap'
import { restorableFor } from '../../contract/restorable.js'
import { purge } from '../../plugins/boards/test-boards.js'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { openCallers } from '../http/callers.js'
import { eventually } from '../support/eventually.js'
import { silentLog } from '../support/silent-log.js'
import { testService } from '../support/service.js'
import { plugin } from './comments/src/index.js'

const service = await testService(t, { plugins: [plugin], environment: { COMMENTS_LIMIT: '3' } })
const callers = await openCallers(service)
t.teardown(() => callers.close())
const { workspace } = callers
const records = createRecordStore({ url: service.recordsUrl, log: silentLog })
t.teardown(() => records.close())
const path = '/api/v1/comments'

type Call = (method: string, path: string, body?: object) => ReturnType<typeof service.call>
const callAs =
  (token: string | null): Call =>
  (method, path, body) =>
    service.call(method, path, { workspace, token, ...(body !== undefined && { body }) })
const as = async (name: keyof typeof callers.credentials): Promise<Call> =>
  callAs(await callers.credentials[name]())
const admin = callAs(service.token)

/** Saves a question on a new board. Returns the paths of both and the id of the question. */
async function question(visibility: 'workspace' | 'private' = 'workspace', call = admin) {
  const board = await call('POST', '/api/v1/boards', { name: 'Growth', visibility })
  const at = `/api/v1/boards/${String(board.body.data.id)}`
  const tile = await call('POST', `${at}/tiles`, {
    title: 'Active users',
    chart: 'line',
    question: { path: '/api/v1/metrics/dau', query: 'range=7d' },
  })
  const id = String(tile.body.data.id)
  return { id, board: at, path: `${at}/tiles/${id}` }
}
const bodies = async (call: Call, questionId = ''): Promise<readonly string[]> => {
  const { body } = await call('GET', questionId === '' ? path : `${path}?question_id=${questionId}`)
  return (body.data.comments as { body: string }[]).map(({ body }) => body)
}

t.test('members comment on a saved question by their roles', async (t) => {
  const { id } = await question()
  const [viewer, editor] = [await as('viewer'), await as('editor')]
  const made = await editor('POST', path, { question_id: id, body: ' Why the drop? ' })
  t.match(made, {
    status: 201,
    body: { data: { body: 'Why the drop?', question: { id, title: 'Active users', board: 'Growth' } } },
  })
  t.strictSame(await bodies(viewer, id), ['Why the drop?'])
  t.equal((await viewer('POST', path, { question_id: id, body: 'x' })).status, 403)
  t.equal((await callAs(null)('GET', path)).status, 401)
  t.equal((await editor('POST', path, { question_id: id, body: '  ' })).status, 422)
  t.equal((await editor('POST', path, { question_id: 'til_none', body: 'x' })).status, 404)
  const other = callAs(await callers.credentials['foreign member']())
  t.equal((await other('GET', path)).status, 403)

  const comment = `${path}/${String(made.body.data.id)}`
  const own = await admin('POST', path, { question_id: id, body: 'mine' })
  t.equal((await editor('DELETE', `${path}/${String(own.body.data.id)}`)).status, 403, 'of another author')
  t.equal((await admin('DELETE', comment)).status, 204, 'an admin may delete it')
  t.equal((await editor('DELETE', comment)).status, 404)
  for (const body of ['2', '3']) await editor('POST', path, { question_id: id, body })
  t.match(await editor('POST', path, { question_id: id, body: '4' }), { status: 409, body: { message: /3/ } })
})

t.test('changes are in the audit log, except on private boards', async (t) => {
  const [shared, hidden] = [await question(), await question('private')]
  const editor = await as('editor')
  const made = await admin('POST', path, { question_id: shared.id, body: 'public' })
  const secret = await admin('POST', path, { question_id: hidden.id, body: 'secret' })
  await admin('DELETE', `${path}/${String(made.body.data.id)}`)
  const log = await admin('GET', '/api/v1/admin/audit')
  const about = ({ body }: typeof made) =>
    (log.body.data.entries as { action: string; subject_id: string; details: object }[])
      .filter(({ subject_id }) => subject_id === body.data.id)
      .map(({ action, details }) => ({ action, details }))
  t.strictSame(about(made), [
    { action: 'comment.deleted', details: { question: 'Active users' } },
    { action: 'comment.created', details: { question: 'Active users' } },
  ])
  t.strictSame(about(secret), [])
  t.strictSame(await bodies(admin, hidden.id), ['secret'])
  t.strictSame(
    await bodies(editor, hidden.id),
    [],
    'another member sees neither the question nor its comments',
  )
  t.equal((await editor('POST', path, { question_id: hidden.id, body: 'x' })).status, 404)
})

t.test('the job deletes the comments of deleted questions', async (t) => {
  const [kept, gone, ofBoard] = [await question(), await question(), await question()]
  for (const { id } of [kept, gone, ofBoard]) await admin('POST', path, { question_id: id, body: id })
  await admin('DELETE', gone.path)
  await admin('DELETE', ofBoard.board)
  t.strictSame(await bodies(admin, gone.id), [], 'they are hidden at once')
  const count = async (): Promise<readonly string[]> => {
    const rows = await records.query<{ question_id: string }>(
      'SELECT question_id FROM comments WHERE question_id = ANY ($1)',
      [[kept.id, gone.id, ofBoard.id]],
    )
    return rows.map(({ question_id }) => question_id)
  }
  t.equal((await count()).length, 3)
  // Until then they could be restored, with their comments.
  await purge(service, records, Date.now() + 2 * restorableFor)
  t.equal((await service.call('POST', '/api/v1/admin/jobs/comments-cleanup/run')).status, 202)
  await eventually('the comments are deleted', async () => (await count()).length === 1)
  t.strictSame(await count(), [kept.id])
})

t.test('the explorer has its page for members', async (t) => {
  const viewer = await as('viewer')
  const { body } = await viewer('GET', '/api/v1/pages')
  const page = (body.data as unknown as { key: string; module: string }[]).find(
    ({ key }) => key === 'comments',
  )
  t.match(page, { plugin: 'comments', title: 'Comments', path: '/comments', group: 'Analyze' })
  const module = await fetch(new URL(page?.module ?? '', service.base))
  t.equal(module.status, 200)
  t.match(module.headers.get('content-type'), /javascript/)
  t.match(await module.text(), 'export const mount')
})
