import {
  auditLog,
  ServiceError,
  type Caller,
  type ServiceParts,
  type WorkspaceRef,
} from '../../../core/contract/index.js'
import { lockPeople } from '../people-repository.js'
import { deleteWorkspace, forgetRemains, listReferences, listRemains } from './workspaces-repository.js'

export interface Removal {
  remove(caller: Caller, id: string): Promise<void>
  /** Removes what earlier deletions have left; `known` are the workspaces that were there a moment ago. */
  sweep(known: readonly WorkspaceRef[]): Promise<void>
}

type Parts = Pick<ServiceParts, 'records' | 'analytics' | 'log' | 'use'>

/**
 * First the records go, in one transaction: from then on no token and no key opens the workspace. Then its database,
 * which is on a list until it is gone, so that a failure or a crash in between leaves nothing behind for good.
 */
export function createRemoval({ records, analytics, log, use }: Parts): Removal {
  async function drop(ref: WorkspaceRef): Promise<void> {
    await analytics.dropWorkspace(ref)
    await forgetRemains(records, ref.id)
  }

  return {
    async remove(caller, id) {
      const deleted = await records.transaction(async (transaction) => {
        await lockPeople(transaction)
        const workspace = await deleteWorkspace(transaction, id)
        if (workspace === null) return false
        const { name, slug } = workspace
        await use(auditLog).forget(transaction, id)
        const entry = { action: 'workspace.deleted', actor: caller, workspaceId: null, subject: id }
        await use(auditLog).note(transaction, { ...entry, details: { name, slug } })
        return true
      })
      const [remains] = await listRemains(records, id)
      if (remains === undefined) {
        // Another request may have deleted it, or removed for this one what it has left.
        if (deleted) return
        throw new ServiceError('NOT_FOUND', 'There is no such workspace.')
      }
      try {
        await drop(remains)
      } catch (cause) {
        const message = 'The workspace is deleted, but its data could not be removed yet; delete it again.'
        throw new ServiceError('UNAVAILABLE', message, { retryAfter: 5, cause })
      }
    },

    async sweep(known) {
      for (const ref of await listRemains(records, null))
        await drop(ref).catch((err: unknown) =>
          log.error({ err, workspace: ref.id }, 'the data of a deleted workspace could not be removed'),
        )
      // Deleted by another process while this one prepared its database, which has made it anew.
      const left = new Set((await listReferences(records)).map(({ number }) => number))
      for (const ref of known) if (!left.has(ref.number)) await analytics.dropWorkspace(ref)
    },
  }
}
