import {
  atLeast,
  auditLog,
  serviceEvents,
  type Arrivals,
  type Role,
  type ServiceDependencies,
} from '../../../contract/index.js'
import { credentials } from '../credentials.js'
import { insertMember, lockPeople } from '../people-repository.js'
import { countMembers } from '../room-repository.js'
import { listExpected } from './arrivals-repository.js'
import { closeInvite } from './invites-repository.js'
import { maxMembersPerWorkspace } from '../settings.js'

/**
 * Admits people who sign in by the identity provider for the first time: the provider has verified their address, which
 * proves as much as an invite's link.
 */
export function createArrivals({
  setting,
  clock,
  use,
  emit,
}: Pick<ServiceDependencies, 'setting' | 'clock' | 'use' | 'emit'>): Arrivals {
  return Object.freeze({
    lock: lockPeople,

    expects: async (records, email) => (await listExpected(records, email, new Date(clock()))).length > 0,

    async admit(transaction, email) {
      const now = new Date(clock())
      const expected = await listExpected(transaction, email, now)
      const [first] = expected
      if (first === undefined) return null
      const id = expected.find((invite) => invite.user_id !== null)?.user_id ?? use(credentials).newUserId()
      const role = expected.reduce<Role>(
        (best, { account_role }) => (atLeast(best, account_role) ? best : account_role),
        'viewer',
      )
      const user = await use(credentials).create(transaction, {
        id,
        email: first.email,
        role,
        passwordHash: null,
      })
      if (user === null) return null
      const actor = { id, email: first.email }
      for (const invite of expected) {
        const { workspace_id: workspaceId } = invite
        // An invite into a full workspace stays pending.
        if ((await countMembers(transaction, workspaceId)) >= setting(maxMembersPerWorkspace)) continue
        await insertMember(transaction, { workspaceId, userId: id, role: invite.role, now })
        await closeInvite(transaction, invite.id, now)
        const entry = { actor, workspaceId, details: { email: first.email, role: invite.role } }
        await use(auditLog).note(transaction, { ...entry, action: 'invite.accepted', subject: invite.id })
        const member = { workspaceId, userId: id, role: invite.role, actor }
        emit(serviceEvents.memberAdded, () => member, transaction)
      }
      const created = { action: 'user.created', actor, workspaceId: first.workspace_id, subject: id }
      await use(auditLog).note(transaction, { ...created, details: { email: first.email, role } })
      return id
    },
  } satisfies Arrivals)
}
