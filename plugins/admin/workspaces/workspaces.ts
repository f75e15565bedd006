import {
  auditLog,
  notFound,
  serviceEvents,
  serviceRef,
  ServiceError,
  type Caller,
  type Records,
  type ServiceDependencies,
  type WorkspaceRef,
} from '../../../contract/index.js'
import { requireAdmin, type Administrator } from '../authority.js'
import { actorOf } from '../actor.js'
import { credentials } from '../credentials.js'
import { insertMember, lockUser } from '../people-repository.js'
import { countWorkspacesOf, requireRoom } from '../room-repository.js'
import { createRemoval } from './removal.js'
import {
  findWorkspace,
  insertWorkspace,
  listReferences,
  updateWorkspace,
  type Workspace,
  type WorkspaceChange,
} from './workspaces-repository.js'
import { maxWorkspacesPerUser } from '../settings.js'

export interface Workspaces {
  /** Creates missing analytics databases and drops those of deleted workspaces. */
  start(): Promise<void>
  /**
   * Creates a workspace with its analytics database; the creator is its admin. Throws CONFLICT if the slug is taken or the
   * creator has too many workspaces.
   */
  create(creator: Caller, wanted: { readonly name: string; readonly slug: string }): Promise<Workspace>
  /** Changes the given fields; everything that a question leaves open follows new defaults at once. */
  change(administrator: Administrator, change: WorkspaceChange): Promise<Workspace>
  /** Deletes a workspace with its analytics database. Throws UNAVAILABLE if only the database is left: try again. */
  delete(caller: Caller, id: string): Promise<void>
  /** Drops databases that failed deletions left. */
  finishDeletions(): Promise<void>
}

export const workspaces = serviceRef<Workspaces>('workspaces')

type Created = Workspace & { readonly number: number }

const attempts = 1_000
const databaseTaken = new Error('the number of a workspace is taken in the analytics storage')

type Dependencies = Pick<
  ServiceDependencies,
  'setting' | 'records' | 'analytics' | 'clock' | 'newId' | 'log' | 'use' | 'emit'
>

export function createWorkspaces(dependencies: Dependencies): Workspaces {
  const { setting, records, analytics, clock, newId, use, emit } = dependencies
  const removal = createRemoval(dependencies)

  /**
   * Returns null if the analytics storage already has a database of this number, for instance of another service on the
   * same server. That database is left alone, and the next attempt gets another number. The database is created inside
   * the transaction, so the record becomes visible only when both exist.
   */
  const createOnce = (creator: Caller, name: string, slug: string): Promise<Workspace | null> =>
    records
      .transaction(async (transaction) => {
        const now = new Date(clock())
        await lockUser(transaction, creator.id)
        await requireRoomFor(transaction, creator)
        const workspace = { id: newId('ws_'), name, slug, creatorId: creator.id, now }
        const made = await insertWorkspace(transaction, workspace)
        if (made === null) throw new ServiceError('CONFLICT', `slug ${slug} is taken; choose another one`)
        await insertMember(transaction, { workspaceId: made.id, userId: creator.id, role: 'admin', now })
        // An admin of another workspace may have created a reset link while the account opened less.
        await use(credentials).endResetsOf(transaction, creator.id)
        const entry = { action: 'workspace.created', actor: creator, workspaceId: made.id, subject: made.id }
        await use(auditLog).note(transaction, { ...entry, details: { name, slug } })
        await createDatabase({ id: made.id, number: made.number })
        announce(made, creator, transaction)
        return made
      })
      .catch((error: unknown) => {
        if (error !== databaseTaken) throw error
        return null
      })

  function announce({ id, number, name, slug }: Created, creator: Caller, transaction: Records): void {
    const actor = actorOf(creator)
    const workspace = { id, number }
    emit(serviceEvents.workspaceCreated, () => ({ workspace, name, slug, actor }), transaction)
    const member = { workspaceId: id, userId: creator.id, role: 'admin', actor } as const
    emit(serviceEvents.memberAdded, () => member, transaction)
  }

  async function requireRoomFor(transaction: Records, creator: Caller): Promise<void> {
    if (creator.role === 'platform') return
    const count = await countWorkspacesOf(transaction, creator.id)
    const what = 'workspaces per creator'
    requireRoom(count, setting(maxWorkspacesPerUser), what, 'MAX_WORKSPACES_PER_USER')
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
          throw new ServiceError('UNAVAILABLE', 'no free database number found; try again', { retryAfter: 1 })
      }
    },

    change: (administrator, change) =>
      records.transaction(async (transaction) => {
        const { caller, workspaceId: id } = administrator
        await requireAdmin(transaction, administrator)
        const before = await findWorkspace(transaction, id)
        const changed = await updateWorkspace(transaction, id, { ...change, now: new Date(clock()) })
        if (before === null || changed === null) throw notFound('workspace')
        const note = (action: string, from: string, to: string) =>
          use(auditLog).note(transaction, {
            action,
            actor: caller,
            workspaceId: id,
            subject: id,
            details: { from, to },
          })
        const { name, timezone, week_start } = changed
        if (change.name !== undefined) await note('workspace.renamed', before.name, name)
        if (change.timezone !== undefined || change.week_start !== undefined)
          await note('workspace.calendar_changed', calendarOf(before), calendarOf(changed))
        const announced = {
          workspace: { id, number: changed.number },
          name,
          formerName: before.name,
          defaults: { timezone, weekStart: week_start },
          actor: actorOf(caller),
        }
        emit(serviceEvents.workspaceChanged, () => announced, transaction)
        return changed
      }),

    delete: (caller, id) => removal.remove(caller, id),

    finishDeletions: () => removal.finish(),
  } satisfies Workspaces)
}

/** As the audit log shows it. */
const calendarOf = ({ timezone, week_start }: Workspace): string => `${timezone}, weeks from ${week_start}`
