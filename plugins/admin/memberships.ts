import {
  serviceRef,
  type Records,
  type ServiceDependencies,
  type WorkspaceRole,
} from '../../core/contract/index.js'
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

export const createMemberships = ({ clock }: Pick<ServiceDependencies, 'clock'>): Memberships => ({
  async add(transaction, workspaceId, { userId, role }) {
    await insertMember(transaction, { workspaceId, userId, role, now: new Date(clock()) })
  },
})
