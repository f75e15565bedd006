import t from 'tap'
import { auditLog, type Caller, type WorkspaceRef } from '../../contract/index.js'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { openPlugins } from '../../test/support/plugins.js'
import { temporaryDatabase } from '../../test/support/records.js'
import { silentLog } from '../../test/support/silent-log.js'
import { audit } from './index.js'

interface Page {
  readonly entries: readonly { readonly id: number; readonly action: string; readonly subject_id: string }[]
  readonly total: number
}
const one: WorkspaceRef = { id: 'ws_1', number: 1 }
const two: WorkspaceRef = { id: 'ws_2', number: 2 }
const person = (id: string, role: Caller['role']): Caller => ({
  id,
  kind: 'user',
  email: `${id}@Example.com`,
  role,
  sessionId: null,
})

t.test('the audit log', async (t) => {
  const database = await temporaryDatabase()
  const records = createRecordStore({ url: database.url, log: silentLog })
  t.teardown(async () => {
    await records.close()
    await database.drop()
  })
  const { use, call, advance, dependencies: parts } = await openPlugins([audit], { records })
  const [ada, bob] = [person('usr_ada', 'editor'), person('usr_bob', 'platform')]
  const note = (action: string, subject: string, actor: Caller | null, workspaceId: string | null) =>
    records.transaction((transaction) =>
      use(auditLog).note(transaction, { action, actor, workspaceId, subject, details: { of: subject } }),
    )
  const list = async (query: object = {}, caller = ada, workspace = one) =>
    ((await call('GET /api/v1/admin/audit', { caller, workspace, role: 'admin', query })) as { data: Page })
      .data
  const subjects = async (...input: Parameters<typeof list>) =>
    (await list(...input)).entries.map(({ subject_id }) => subject_id)

  await note('key.created', 'key_1', ada, one.id)
  const at = new Date(parts.clock()).toISOString()
  advance(1000)
  await note('key.deleted', 'key_1', bob, one.id)
  await note('key.created', 'key_2', ada, two.id)
  await note('user.created', 'usr_x', null, null)

  await t.test('newest first, for the own workspace; all entries for a platform user', async (t) => {
    t.match(await list(), {
      entries: [
        { action: 'key.deleted', actor_id: bob.id, workspace_id: one.id, subject_id: 'key_1' },
        {
          created_at: at,
          action: 'key.created',
          actor_id: ada.id,
          actor_email: 'usr_ada@Example.com',
          details: { of: 'key_1' },
        },
      ],
      total: 2,
    })
    t.strictSame(await subjects({}, ada, two), ['key_2'])
    t.strictSame(await subjects({}, bob), ['usr_x', 'key_2', 'key_1', 'key_1'])
    t.match((await list({}, bob)).entries[0], { actor_id: null, actor_email: null, workspace_id: null })
  })

  await t.test('filtered by actor and action, in pages', async (t) => {
    t.strictSame(
      (await list({ actor: 'usr_bob' })).entries.map(({ action }) => action),
      ['key.deleted'],
    )
    t.strictSame(await subjects({ actor: 'USR_ada@example.com' }, bob), ['key_2', 'key_1'])
    t.strictSame(await subjects({ action: 'key.created' }), ['key_1'])
    t.match(await list({ action: 'key.created', actor: 'usr_bob' }), { entries: [], total: 0 })
    t.strictSame(await subjects({ limit: 2, offset: 1 }, bob), ['key_2', 'key_1'])
    t.equal((await list({ limit: 1 }, bob)).total, 4)
    for (const query of [{ limit: 0 }, { limit: 1001 }, { offset: -1 }]) await t.rejects(list(query), /query/)
  })

  await t.test('an entry is written in the transaction of its change', async (t) => {
    const failing = records.transaction(async (transaction) => {
      await use(auditLog).note(transaction, {
        action: 'lost',
        actor: ada,
        workspaceId: one.id,
        subject: 'x',
        details: {},
      })
      throw new Error('changed my mind')
    })
    await t.rejects(failing, /changed my mind/)
    t.equal((await list({ action: 'lost' })).total, 0)
  })

  await t.test('the entries of a workspace are deleted with it', async (t) => {
    await records.transaction((transaction) => use(auditLog).forget(transaction, one.id))
    t.strictSame(await subjects({}, bob), ['usr_x', 'key_2'])
  })
})
