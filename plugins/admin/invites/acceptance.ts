import {
  auditLog,
  invalid,
  ServiceError,
  type Caller,
  type Records,
  type ServiceParts,
  type WorkspaceRole,
} from '../../../core/contract/index.js'
import { credentials, type Login } from '../credentials.js'
import { insertMember, lockPeople } from '../people-repository.js'
import { countMembers, requireRoom } from '../room-repository.js'
import { hashToken, requirePending, statusOf } from './invite.js'
import { closeInvite, lockInvite, openInvite, type OpenedInvite } from './invites-repository.js'

/** What the holder of a token may know of its invite. */
export interface ShownInvite {
  readonly valid: boolean
  readonly email: string
  readonly workspace_name: string
  readonly role: WorkspaceRole
  readonly expires_at: Date
}

export interface Joined {
  readonly workspaceId: string
  readonly role: WorkspaceRole
}

export interface Accepted extends Login, Joined {}

export interface Acceptance {
  /** NOT_FOUND for a token that never was, or that a renewal has replaced. */
  verify(token: string): Promise<ShownInvite>
  /**
   * Makes the invited person a member, and their account if there is none. CONFLICT if the invite is not pending, they
   * are a member, or the workspace is full; VALIDATION_ERROR for another address and for a new password that is too
   * common, UNAUTHORIZED for a password that is not the account's, RATE_LIMITED as a login. `address` is the caller's.
   */
  accept(
    token: string,
    given: { readonly email: string; readonly password: string; readonly address: string },
  ): Promise<Accepted>
  /** The same for somebody who is signed in, by whatever means: their account joins. */
  acceptAs(caller: Caller, token: string): Promise<Joined>
}

/** The account that joins: one that is there, or one that is to be made. */
interface Joining {
  readonly accountId: string | null
  readonly passwordHash: string
}

type Parts = Pick<ServiceParts, 'settings' | 'records' | 'clock' | 'use'>

/** Whether the address has an account may change while its password is looked at: then it is looked at again. */
const attempts = 3

export function createAcceptance({ settings, records, clock, use }: Parts): Acceptance {
  /** The account and the hash that it has, or will have. An account and none take the same time to look at. */
  async function joining(
    invite: OpenedInvite,
    { password, address }: { readonly password: string; readonly address: string },
  ): Promise<Joining> {
    if (invite.account_id === null)
      return { accountId: null, passwordHash: await use(credentials).choose(password, address) }
    const known = await use(credentials).check({ email: invite.email, password, address })
    if (known === null)
      throw new ServiceError(
        'UNAUTHORIZED',
        'The password is not that of the account with this e-mail address.',
      )
    return { accountId: known.id, passwordHash: known.passwordHash }
  }

  async function lockPending(transaction: Records, hash: string): Promise<OpenedInvite> {
    await lockPeople(transaction)
    const invite = await lockInvite(transaction, hash)
    if (invite === null) throw unknown()
    requirePending(invite, clock())
    return invite
  }

  async function join(transaction: Records, invite: OpenedInvite, userId: string): Promise<Joined> {
    const { id, email, workspace_id: workspaceId, role } = invite
    const members = await countMembers(transaction, workspaceId)
    const { maxMembersPerWorkspace } = settings
    requireRoom(members, maxMembersPerWorkspace, 'members in a workspace', 'MAX_MEMBERS_PER_WORKSPACE')
    const now = new Date(clock())
    if (!(await insertMember(transaction, { workspaceId, userId, role, now })))
      throw new ServiceError('CONFLICT', 'You are a member of this workspace already.')
    await closeInvite(transaction, id, now)
    // Such a link was made for an account that opened less.
    await use(credentials).endResetsOf(transaction, userId)
    const entry = { actor: { id: userId, email }, workspaceId, details: { email, role } }
    if (invite.account_id === null)
      await use(auditLog).note(transaction, { ...entry, action: 'user.created', subject: userId })
    await use(auditLog).note(transaction, { ...entry, action: 'invite.accepted', subject: id })
    return { workspaceId, role }
  }

  async function newAccount(
    transaction: Records,
    { email, account_role: role, user_id }: OpenedInvite,
    passwordHash: string,
  ): Promise<string> {
    const id = user_id ?? use(credentials).newUserId()
    const user = await use(credentials).create(transaction, { id, email, role, passwordHash })
    if (user === null) throw new ServiceError('CONFLICT', 'The account was made meanwhile; try again.')
    return user.id
  }

  return {
    async verify(token) {
      const invite = await openInvite(records, hashToken(token))
      if (invite === null) throw unknown()
      const { email, workspace_name, role, expires_at } = invite
      return { valid: statusOf(invite, clock()) === 'pending', email, workspace_name, role, expires_at }
    },

    async accept(token, { email: text, ...given }) {
      const hash = hashToken(token)
      const email = use(credentials).readEmail(text)?.toLowerCase()
      for (let attempt = 1; attempt <= attempts; attempt++) {
        const seen = await openInvite(records, hash)
        if (seen === null) throw unknown()
        requirePending(seen, clock())
        if (email !== seen.email.toLowerCase())
          throw invalid('/email', 'The invite is for another e-mail address.')
        const { accountId, passwordHash } = await joining(seen, given)
        const accepted = await records.transaction(async (transaction) => {
          const invite = await lockPending(transaction, hash)
          // Null, and nothing is changed, if the account is another one than was looked at.
          if (invite.account_id !== accountId) return null
          const userId = accountId ?? (await newAccount(transaction, invite, passwordHash))
          const joined = await join(transaction, invite, userId)
          const login = await use(credentials).open(transaction, userId, passwordHash)
          if (login === null) throw new ServiceError('CONFLICT', 'The account has changed; try again.')
          return { ...login, ...joined }
        })
        if (accepted !== null) return accepted
      }
      throw new ServiceError('CONFLICT', 'The account has changed meanwhile; try again.')
    },

    acceptAs: (caller, token) =>
      records.transaction(async (transaction) => {
        const invite = await lockPending(transaction, hashToken(token))
        if (invite.account_id !== caller.id)
          throw invalid('token', 'The invite is for another e-mail address.')
        return join(transaction, invite, caller.id)
      }),
  }
}

const unknown = (): ServiceError => new ServiceError('NOT_FOUND', 'There is no such invite.')
