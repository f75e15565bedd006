import {
  auditLog,
  notFound,
  serviceEvents,
  ServiceError,
  type Caller,
  type ServiceDependencies,
  type WorkspaceRef,
} from '../../../contract/index.js'
import { actorOf } from '../actor.js'
import { lockPeople } from '../people-repository.js'
import { deleteWorkspace, forgetRemains, listReferences, listRemains } from './workspaces-repository.js'

export interface Removal {
  /** Throws NOT_FOUND for an unknown workspace, UNAVAILABLE if its records are deleted but its database is not. */
  remove(caller: Caller, id: string): Promise<void>
  /** Drops databases that earlier deletions left. A failure is logged: the next call tries again. */
  finish(): Promise<void>
  /** Like finish(), and drops databases that were created again; `known` are the workspaces whose databases were just prepared. */
  sweep(known: readonly WorkspaceRef[]): Promise<void>
}

type Dependencies = Pick<ServiceDependencies, 'records' | 'analytics' | 'log' | 'use' | 'emit'>

/**
 * Removes a workspace in two steps. One transaction deletes the records: from then on no token and no key opens the
 * workspace. Then its analytics database is dropped. A table lists it until then, so a failure or a crash between the
 * steps leaves nothing behind for good.
 */
export function createRemoval({ records, analytics, log, use, emit }: Dependencies): Removal {
  async function drop(ref: WorkspaceRef): Promise<void> {
    await analytics.dropWorkspace(ref)
    await forgetRemains(records, ref.id)
  }

  async function finish(): Promise<void> {
    for (const ref of await listRemains(records, null))
      await drop(ref).catch((err: unknown) =>
        log.error(
          { err, workspace: ref.id },
          'cannot remove the data of a deleted workspace; trying again within an hour',
        ),
      )
  }

  return {
    async remove(caller, id) {
      const deleted = await records.transaction(async (transaction) => {
        await lockPeople(transaction)
        const workspace = await deleteWorkspace(transaction, id)
        if (workspace === null) return false
        const { name, slug, number } = workspace
        await use(auditLog).forget(transaction, id)
        const entry = { action: 'workspace.deleted', actor: caller, workspaceId: null, subject: id }
        await use(auditLog).note(transaction, { ...entry, details: { name, slug } })
        const change = { workspace: { id, number }, name, slug, actor: actorOf(caller) }
        emit(serviceEvents.workspaceDeleted, () => change, transaction)
        return true
      })
      const [remains] = await listRemains(records, id)
      if (remains === undefined) {
        // Another request may have dropped the database for this one.
        if (deleted) return
        throw notFound('workspace')
      }
      try {
        await drop(remains)
      } catch (cause) {
        const message = 'the workspace is deleted, but its data is not; delete it again to remove the data'
        throw new ServiceError('UNAVAILABLE', message, { retryAfter: 5, cause })
      }
    },

    finish,

    async sweep(known) {
      await finish()
      // Another process deleted these while this one prepared their databases, and so created them again.
      const left = new Set((await listReferences(records)).map(({ number }) => number))
      for (const ref of known) if (!left.has(ref.number)) await analytics.dropWorkspace(ref)
    },
  }
}
