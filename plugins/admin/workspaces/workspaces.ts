import {
  auditLog,
  serviceRef,
  ServiceError,
  type Caller,
  type Records,
  type ServiceParts,
  type WorkspaceRef,
} from '../../../core/contract/index.js'
import { requireAdmin, type Administrator } from '../authority.js'
import { credentials } from '../credentials.js'
import { insertMember, lockUser } from '../people-repository.js'
import { countWorkspacesOf, requireRoom } from '../room-repository.js'
import { createRemoval } from './removal.js'
import {
  findWorkspace,
  insertWorkspace,
  listReferences,
  renameWorkspace,
  type Workspace,
} from './workspaces-repository.js'

export interface Workspaces {
  /** Makes analytics databases that are missing, and removes those of deleted workspaces. */
  start(): Promise<void>
  /** A workspace with its analytics database; the creator is its admin. CONFLICT if the slug is taken. */
  create(creator: Caller, wanted: { readonly name: string; readonly slug: string }): Promise<Workspace>
  rename(administrator: Administrator, name: string): Promise<Workspace>
  /** With its analytics database and everything in it. UNAVAILABLE if only that could not be removed: try again. */
  delete(caller: Caller, id: string): Promise<void>
}

export const workspaces = serviceRef<Workspaces>('workspaces')

const attempts = 1_000
const databaseTaken = new Error('the number of a workspace is taken in the analytics storage')

type Parts = Pick<ServiceParts, 'settings' | 'records' | 'analytics' | 'clock' | 'newId' | 'log' | 'use'>

export function createWorkspaces(parts: Parts): Workspaces {
  const { settings, records, analytics, clock, newId, use } = parts
  const removal = createRemoval(parts)

  /**
   * Null if the analytics storage has a database of the number already: another service's, say, on the same server.
   * It is left alone; the next try gets another number. The database is made inside the transaction: the record is
   * seen when both are there, or never.
   */
  const createOnce = (creator: Caller, name: string, slug: string): Promise<Workspace | null> =>
    records
      .transaction(async (transaction) => {
        const now = new Date(clock())
        await lockUser(transaction, creator.id)
        await requireRoomFor(transaction, creator)
        const workspace = { id: newId('ws_'), name, slug, creatorId: creator.id, now }
        const made = await insertWorkspace(transaction, workspace)
        if (made === null) throw new ServiceError('CONFLICT', `The slug ${slug} is taken.`)
        await insertMember(transaction, { workspaceId: made.id, userId: creator.id, role: 'admin', now })
        // An admin of another workspace has made such a link for an account that opened less.
        await use(credentials).endResetsOf(transaction, creator.id)
        const entry = { action: 'workspace.created', actor: creator, workspaceId: made.id, subject: made.id }
        await use(auditLog).note(transaction, { ...entry, details: { name, slug } })
        await createDatabase({ id: made.id, number: made.number })
        return made
      })
      .catch((error: unknown) => {
        if (error !== databaseTaken) throw error
        return null
      })

  async function requireRoomFor(transaction: Records, creator: Caller): Promise<void> {
    if (creator.role === 'platform') return
    const count = await countWorkspacesOf(transaction, creator.id)
    const what = 'workspaces that one user has created'
    requireRoom(count, settings.maxWorkspacesPerUser, what, 'MAX_WORKSPACES_PER_USER')
  }

  async function createDatabase(ref: WorkspaceRef): Promise<void> {
    try {
      await analytics.createWorkspace(ref)
    } catch (error) {
      throw error instanceof ServiceError && error.code === 'CONFLICT' ? databaseTaken : error
    }
  }

  return Object.freeze({
    async start() {
      const found = await listReferences(records)
      await analytics.start(found)
      await removal.sweep(found)
    },

    async create(creator, { name, slug }) {
      for (let attempt = 1; ; attempt++) {
        const made = await createOnce(creator, name, slug)
        if (made !== null) return made
        if (attempt === attempts)
          throw new ServiceError('UNAVAILABLE', 'No free database was found.', { retryAfter: 1 })
      }
    },

    rename: (administrator, name) =>
      records.transaction(async (transaction) => {
        const { caller, workspaceId: id } = administrator
        await requireAdmin(transaction, administrator)
        const before = await findWorkspace(transaction, id)
        const renamed = await renameWorkspace(transaction, { id, name, now: new Date(clock()) })
        if (before === null || renamed === null)
          throw new ServiceError('NOT_FOUND', 'There is no such workspace.')
        const entry = { action: 'workspace.renamed', actor: caller, workspaceId: id, subject: id }
        await use(auditLog).note(transaction, { ...entry, details: { from: before.name, to: name } })
        return renamed
      }),

    delete: (caller, id) => removal.remove(caller, id),
  } satisfies Workspaces)
}
