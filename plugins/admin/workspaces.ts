import { serviceRef, ServiceError, type ServiceParts, type WorkspaceRef } from '../../core/contract/index.js'
import { insertMember, insertWorkspace, listReferences, type Workspace } from './workspaces-repository.js'

export interface Workspaces {
  /** Brings the analytics databases of all workspaces to this version's shape. */
  start(): Promise<void>
  /** A workspace with its analytics database; the creator is its admin. CONFLICT if the slug is taken. */
  create(creatorId: string, wanted: { readonly name: string; readonly slug: string }): Promise<Workspace>
}

export const workspaces = serviceRef<Workspaces>('workspaces')

type Parts = Pick<ServiceParts, 'records' | 'analytics' | 'log' | 'clock' | 'newId'>

export function createWorkspaces({ records, analytics, log, clock, newId }: Parts): Workspaces {
  /** What a failed creation left behind is of no use; its number will not come again. */
  async function createDatabase(ref: WorkspaceRef): Promise<void> {
    try {
      await analytics.createWorkspace(ref)
    } catch (error) {
      await analytics.dropWorkspace(ref).catch((err: unknown) => {
        log.warn({ err, workspace: ref }, 'a database that was not finished is left over')
      })
      throw error
    }
  }

  return Object.freeze({
    start: async () => analytics.prepare(await listReferences(records)),

    create(creatorId, { name, slug }) {
      const now = new Date(clock())
      // The database is made inside the transaction: the record is seen when both are there, or never.
      return records.transaction(async (transaction) => {
        const made = await insertWorkspace(transaction, { id: newId('ws_'), name, slug, now })
        if (made === null) throw new ServiceError('CONFLICT', `The slug ${slug} is taken.`)
        await insertMember(transaction, { workspaceId: made.id, userId: creatorId, role: 'admin', now })
        await createDatabase({ id: made.id, number: made.number })
        return made
      })
    },
  } satisfies Workspaces)
}
