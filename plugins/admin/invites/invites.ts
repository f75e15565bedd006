import { randomBytes } from 'node:crypto'
import {
  auditLog,
  notAnEmail,
  notFound,
  serviceRef,
  ServiceError,
  type Records,
  type Role,
  type ServiceDependencies,
} from '../../../contract/index.js'
import { accountRole, memberRole, requireAdmin, requireRank, type Administrator } from '../authority.js'
import { credentials } from '../credentials.js'
import { countPending, requireRoom } from '../room-repository.js'
import { createAcceptance, type Acceptance } from './acceptance.js'
import { alreadyMember, hashToken, inviteLife, requirePending, type Invite } from './invite.js'
import {
  cancelInvite,
  findInvite,
  insertInvite,
  isListed,
  isMember,
  renewInvite,
  type NewInvite,
} from './invites-repository.js'
import { maxInvitesPerWorkspace } from '../settings.js'

export interface Invites extends Acceptance {
  /**
   * Creates an invite and returns it with its token, which cannot be shown again. A pending invite of the address is
   * renewed instead, and its earlier token stops working. Throws CONFLICT for a member, and if the workspace has too many
   * invites. The outcome does not depend on whether the address has an account elsewhere.
   */
  create(
    administrator: Administrator,
    wanted: {
      readonly email: string
      /** `platform` is the global role of the account that accepting may create; in the workspace it becomes admin. */
      readonly role: Role
      /** Lists the person as a user; throws CONFLICT if they are already listed. */
      readonly listed?: true
    },
  ): Promise<{ readonly invite: Invite; readonly token: string }>
  /** Cancels a pending invite. Throws NOT_FOUND for an unknown id, CONFLICT if the invite is not pending. */
  cancel(administrator: Administrator, id: string): Promise<void>
}

export const invites = serviceRef<Invites>('invites')

type Dependencies = Pick<ServiceDependencies, 'setting' | 'records' | 'clock' | 'newId' | 'use' | 'emit'>

export function createInvites(
  dependencies: Dependencies,
  random: (bytes: number) => Buffer = randomBytes,
): Invites {
  const { setting, records, clock, newId, use } = dependencies

  async function insertOne(transaction: Records, wanted: NewInvite): Promise<Invite> {
    const pending = await countPending(transaction, wanted.workspaceId, wanted.now)
    const what = 'pending invites per workspace'
    requireRoom(pending, setting(maxInvitesPerWorkspace), what, 'MAX_INVITES_PER_WORKSPACE')
    return insertInvite(transaction, wanted)
  }

  return Object.freeze({
    ...createAcceptance(dependencies),

    async create(administrator, { email: text, role, listed = false }) {
      const email = use(credentials).readEmail(text)
      if (email === null) throw notAnEmail('/email')
      const token = random(32).toString('base64url')
      return records.transaction(async (transaction) => {
        const { caller, workspaceId } = administrator
        const authority = await requireAdmin(transaction, administrator)
        requireRank(authority, role)
        if (await isMember(transaction, workspaceId, email)) throw alreadyMember(email)
        const now = clock()
        if (listed && (await isListed(transaction, workspaceId, email, new Date(now))))
          throw new ServiceError('CONFLICT', `${email} is already invited; invite them again for a new link`)
        const wanted: NewInvite = {
          id: newId('inv_'),
          workspaceId,
          email,
          role: memberRole(role),
          userId: listed ? use(credentials).newUserId() : null,
          accountRole: accountRole(role, authority),
          hash: hashToken(token),
          invitedBy: caller.id,
          now: new Date(now),
          expiresAt: new Date(now + inviteLife),
        }
        const renewed = await renewInvite(transaction, wanted)
        const invite = renewed ?? (await insertOne(transaction, wanted))
        const action = renewed === null ? 'invite.created' : 'invite.renewed'
        const entry = { action, actor: caller, workspaceId, subject: invite.id, details: { email, role } }
        await use(auditLog).note(transaction, entry)
        return { invite, token }
      })
    },

    async cancel(administrator, id) {
      const { caller, workspaceId } = administrator
      await records.transaction(async (transaction) => {
        await requireAdmin(transaction, administrator)
        const invite = await findInvite(transaction, workspaceId, id)
        if (invite === null) throw notFound('invite')
        const now = clock()
        requirePending(invite, now)
        await cancelInvite(transaction, id, new Date(now))
        const details = { email: invite.email, role: invite.role }
        const entry = { action: 'invite.cancelled', actor: caller, workspaceId, subject: id, details }
        await use(auditLog).note(transaction, entry)
      })
    },
  } satisfies Invites)
}
