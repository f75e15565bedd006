import type { Test } from 'tap'
import {
  ServiceError,
  type Caller,
  type Role,
  type Settings,
  type WorkspaceRef,
  type WorkspaceRole,
} from '../../contract/index.js'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { openPlugins } from '../../test/support/plugins.js'
import { temporaryDatabase } from '../../test/support/records.js'
import { silentLog } from '../../test/support/silent-log.js'
import { audit } from '../audit/index.js'
import { auth } from '../auth/index.js'
import { admin } from './index.js'

export interface Body {
  readonly id: string
  readonly key: string
  readonly prefix: string
  readonly slug: string
}

const person = (id: string): Caller => ({
  id,
  kind: 'user',
  email: `${id}@example.com`,
  role: 'editor',
  sessionId: `ses_${id}`,
})

export const ada = person('usr_ada')
export const eve = person('usr_eve')
export const queryKey: Caller = {
  id: 'key_1',
  kind: 'query-key',
  email: null,
  role: 'viewer',
  sessionId: null,
}

/** Starts the plugin over a record database of its own and an analytics store that only notes its calls. */
export async function start(t: Test, settings: Partial<Settings> = {}) {
  const database = await temporaryDatabase()
  const records = createRecordStore({ url: database.url, log: silentLog })
  t.teardown(async () => {
    await records.close()
    await database.drop()
  })
  const made: WorkspaceRef[] = []
  const prepared: WorkspaceRef[] = []
  const dropped: WorkspaceRef[] = []
  const analytics = {
    failing: null as Error | null,
    /** How many of the next databases already exist. */
    taken: 0,
    createWorkspace(ref: WorkspaceRef) {
      made.push(ref)
      if (analytics.taken > 0) {
        analytics.taken--
        return Promise.reject(new ServiceError('CONFLICT', 'taken'))
      }
      return analytics.failing === null ? Promise.resolve() : Promise.reject(analytics.failing)
    },
    dropWorkspace(ref: WorkspaceRef) {
      if (analytics.failing !== null) return Promise.reject(analytics.failing)
      return Promise.resolve(void dropped.push(ref))
    },
    start: (refs: readonly WorkspaceRef[]) => Promise.resolve(void prepared.push(...refs)),
  }
  const fixture = await openPlugins([audit, auth, admin], { records, analytics, settings })
  for (const { id, email } of [ada, eve])
    await database.sql(`INSERT INTO sextant.users VALUES ($1, $2, 'editor', 'x', now())`, [id, email])
  const user = async (email: string, role: Role, places: Readonly<Record<string, WorkspaceRole>> = {}) => {
    const id = `usr_${email.replace(/\W/g, '_')}`
    await database.sql(`INSERT INTO sextant.users VALUES ($1, $2, $3, 'x', now())`, [id, email, role])
    for (const [place, placeRole] of Object.entries(places))
      await database.sql('INSERT INTO sextant.members VALUES ($1, $2, $3, now())', [place, id, placeRole])
    return { ...person(id), email, role }
  }
  const audited = async () =>
    database.sql('SELECT action, actor_id, workspace_id, subject_id, details FROM sextant.audit ORDER BY id')
  const create = async (slug: string, name = 'A workspace', caller = ada) =>
    ((await fixture.call('POST /api/v1/user/workspaces', { caller, body: { name, slug } })) as { data: Body })
      .data
  const mine = async (caller: Caller) =>
    ((await fixture.call('GET /api/v1/user/workspaces', { caller })) as { data: Body[] }).data
  return { ...fixture, sql: database.sql, analytics, made, prepared, dropped, user, audited, create, mine }
}
