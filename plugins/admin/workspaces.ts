import { serviceRef, ServiceError, type ServiceParts, type WorkspaceRef } from '../../core/contract/index.js'
import { insertMember, insertWorkspace, listReferences, type Workspace } from './workspaces-repository.js'

export interface Workspaces {
  /** Brings the analytics databases of all workspaces to this version's shape. */
  start(): Promise<void>
  /** A workspace with its analytics database; the creator is its admin. CONFLICT if the slug is taken. */
  create(creatorId: string, wanted: { readonly name: string; readonly slug: string }): Promise<Workspace>
}

export const workspaces = serviceRef<Workspaces>('workspaces')

const attempts = 1_000
const databaseTaken = new Error('the number of a workspace is taken in the analytics storage')

type Parts = Pick<ServiceParts, 'records' | 'analytics' | 'clock' | 'newId'>

export function createWorkspaces({ records, analytics, clock, newId }: Parts): Workspaces {
  /**
   * Null if the analytics storage has a database of the number already: another service's, say, on the same server.
   * It is left alone; the next try gets another number. The database is made inside the transaction: the record is
   * seen when both are there, or never.
   */
  const createOnce = (creatorId: string, name: string, slug: string): Promise<Workspace | null> =>
    records
      .transaction(async (transaction) => {
        const now = new Date(clock())
        const made = await insertWorkspace(transaction, { id: newId('ws_'), name, slug, now })
        if (made === null) throw new ServiceError('CONFLICT', `The slug ${slug} is taken.`)
        await insertMember(transaction, { workspaceId: made.id, userId: creatorId, role: 'admin', now })
        await createDatabase({ id: made.id, number: made.number })
        return made
      })
      .catch((error: unknown) => {
        if (error !== databaseTaken) throw error
        return null
      })

  async function createDatabase(ref: WorkspaceRef): Promise<void> {
    try {
      await analytics.createWorkspace(ref)
    } catch (error) {
      throw error instanceof ServiceError && error.code === 'CONFLICT' ? databaseTaken : error
    }
  }

  return Object.freeze({
    start: async () => analytics.prepare(await listReferences(records)),

    async create(creatorId, { name, slug }) {
      for (let attempt = 1; ; attempt++) {
        const made = await createOnce(creatorId, name, slug)
        if (made !== null) return made
        if (attempt === attempts)
          throw new ServiceError('UNAVAILABLE', 'No free database was found.', { retryAfter: 1 })
      }
    },
  } satisfies Workspaces)
}
