import {
  serviceEvents,
  serviceRef,
  type Records,
  type ServiceDependencies,
  type WorkspaceRole,
} from '../../contract/index.js'
import { insertMember } from './people-repository.js'

/** Adds users to workspaces, for other plugins. */
export interface Memberships {
  /** Has no effect for a member. */
  add(
    transaction: Records,
    workspaceId: string,
    member: { readonly userId: string; readonly role: WorkspaceRole },
  ): Promise<void>
}

export const memberships = serviceRef<Memberships>('memberships')

export const createMemberships = ({
  clock,
  emit,
}: Pick<ServiceDependencies, 'clock' | 'emit'>): Memberships => ({
  async add(transaction, workspaceId, { userId, role }) {
    const added = await insertMember(transaction, { workspaceId, userId, role, now: new Date(clock()) })
    if (added)
      emit(serviceEvents.memberAdded, () => ({ workspaceId, userId, role, actor: null }), transaction)
  },
})
