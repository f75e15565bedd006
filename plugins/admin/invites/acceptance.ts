import {
  auditLog,
  invalid,
  ServiceError,
  type Records,
  type ServiceParts,
  type WorkspaceRole,
} from '../../../core/contract/index.js'
import { credentials, type Login } from '../credentials.js'
import { insertMember, lockPeople } from '../people-repository.js'
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

export interface Accepted extends Login {
  readonly workspaceId: string
  readonly role: WorkspaceRole
}

export interface Acceptance {
  /** NOT_FOUND for a token that never was, or that a renewal has replaced. */
  verify(token: string): Promise<ShownInvite>
  /**
   * Makes the invited person a member, and their account if there is none. CONFLICT if the invite is not pending, or
   * they are a member; VALIDATION_ERROR for another address, UNAUTHORIZED for a password that is not the account's.
   */
  accept(token: string, given: { readonly email: string; readonly password: string }): Promise<Accepted>
}

type Parts = Pick<ServiceParts, 'records' | 'clock' | 'use'>

/** Whether the address has an account may change while its password is looked at: then it is looked at again. */
const attempts = 3

export function createAcceptance({ records, clock, use }: Parts): Acceptance {
  /** The hash that the account has, or will have. An account and none take the same time to look at. */
  async function passwordHash(invite: OpenedInvite, password: string): Promise<string> {
    if (invite.user_id === null) return use(credentials).hashPassword(password)
    if (
      invite.password_hash !== null &&
      (await use(credentials).verifyPassword(invite.password_hash, password))
    )
      return invite.password_hash
    throw new ServiceError(
      'UNAUTHORIZED',
      'The password is not that of the account with this e-mail address.',
    )
  }

  /** Null, and nothing is changed, if the account is another one than was looked at. */
  async function join(
    transaction: Records,
    hash: string,
    seen: OpenedInvite,
    password: string,
  ): Promise<Accepted | null> {
    await lockPeople(transaction)
    const invite = await lockInvite(transaction, hash)
    if (invite === null) throw unknown()
    const now = clock()
    requirePending(invite, now)
    if (invite.user_id !== seen.user_id || invite.password_hash !== seen.password_hash) return null
    const { id, email, workspace_id: workspaceId, role } = invite
    const userId = invite.user_id ?? (await newAccount(transaction, invite, password))
    if (!(await insertMember(transaction, { workspaceId, userId, role, now: new Date(now) })))
      throw new ServiceError('CONFLICT', 'You are a member of this workspace already.')
    await closeInvite(transaction, id, new Date(now))
    const login = await use(credentials).open(transaction, userId, password)
    if (login === null) throw new ServiceError('CONFLICT', 'The account has changed; try again.')
    const entry = { actor: { id: userId, email }, workspaceId, details: { email, role } }
    if (invite.user_id === null)
      await use(auditLog).note(transaction, { ...entry, action: 'user.created', subject: userId })
    await use(auditLog).note(transaction, { ...entry, action: 'invite.accepted', subject: id })
    return { ...login, workspaceId, role }
  }

  async function newAccount(
    transaction: Records,
    { email, account_role: role }: OpenedInvite,
    hash: string,
  ): Promise<string> {
    const user = await use(credentials).create(transaction, { email, role, passwordHash: hash })
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

    async accept(token, { email: text, password }) {
      const hash = hashToken(token)
      const email = use(credentials).readEmail(text)?.toLowerCase()
      for (let attempt = 1; attempt <= attempts; attempt++) {
        const invite = await openInvite(records, hash)
        if (invite === null) throw unknown()
        requirePending(invite, clock())
        if (email !== invite.email.toLowerCase())
          throw invalid('/email', 'The invite is for another e-mail address.')
        const stored = await passwordHash(invite, password)
        const accepted = await records.transaction((transaction) => join(transaction, hash, invite, stored))
        if (accepted !== null) return accepted
      }
      throw new ServiceError('CONFLICT', 'The account has changed meanwhile; try again.')
    },
  }
}

const unknown = (): ServiceError => new ServiceError('NOT_FOUND', 'There is no such invite.')
