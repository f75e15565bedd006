import {
  auditLog,
  changedMeanwhile,
  invalid,
  notFound,
  serviceEvents,
  ServiceError,
  type Caller,
  type Records,
  type ServiceDependencies,
  type WorkspaceRole,
} from '../../../contract/index.js'
import { credentials, type Login } from '../credentials.js'
import { insertMember, lockPeople } from '../people-repository.js'
import { countMembers, requireRoom } from '../room-repository.js'
import { alreadyMember, hashToken, requirePending, statusOf } from './invite.js'
import { closeInvite, lockInvite, openInvite, type OpenedInvite } from './invites-repository.js'
import { maxMembersPerWorkspace } from '../settings.js'

/** The fields of an invite that the holder of its token may see. */
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
  /** Throws NOT_FOUND for an unknown token and for one that a renewal has replaced. */
  verify(token: string): Promise<ShownInvite>
  /**
   * Makes the invited person a member, and creates their account if they have none. Throws CONFLICT if the invite is not
   * pending, the person is already a member, or the workspace is full; VALIDATION_ERROR for another e-mail address and
   * for a new password that is too common; UNAUTHORIZED for a wrong password of an existing account; RATE_LIMITED as a
   * login does. `address` is the caller's network address.
   */
  accept(
    token: string,
    given: { readonly email: string; readonly password: string; readonly address: string },
  ): Promise<Accepted>
  /** Makes a signed-in user a member, however they signed in. Throws as accept(), except for passwords. */
  acceptAs(caller: Caller, token: string): Promise<Joined>
}

/** The account that joins; `accountId` is null if it has to be created. */
interface Joining {
  readonly accountId: string | null
  readonly passwordHash: string
}

type Dependencies = Pick<ServiceDependencies, 'setting' | 'records' | 'clock' | 'use' | 'emit'>

/** Attempts to accept an invite: an account may appear or change while its password is being verified. */
const attempts = 3

export function createAcceptance({ setting, records, clock, use, emit }: Dependencies): Acceptance {
  /** Returns the account and its present or future password hash. Takes equally long with and without an account. */
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
        'password is wrong: the account with this e-mail address has another one',
      )
    return { accountId: known.id, passwordHash: known.passwordHash }
  }

  async function lockPending(transaction: Records, hash: string): Promise<OpenedInvite> {
    await lockPeople(transaction)
    const invite = await lockInvite(transaction, hash)
    if (invite === null) throw notFound('invite')
    requirePending(invite, clock())
    return invite
  }

  async function join(transaction: Records, invite: OpenedInvite, userId: string): Promise<Joined> {
    const { id, email, workspace_id: workspaceId, role } = invite
    const members = await countMembers(transaction, workspaceId)
    requireRoom(
      members,
      setting(maxMembersPerWorkspace),
      'members per workspace',
      'MAX_MEMBERS_PER_WORKSPACE',
    )
    const now = new Date(clock())
    if (!(await insertMember(transaction, { workspaceId, userId, role, now }))) throw alreadyMember(email)
    await closeInvite(transaction, id, now)
    // An admin of another workspace may have created a reset link while the account opened less.
    await use(credentials).endResetsOf(transaction, userId)
    const entry = { actor: { id: userId, email }, workspaceId, details: { email, role } }
    if (invite.account_id === null)
      await use(auditLog).note(transaction, { ...entry, action: 'user.created', subject: userId })
    await use(auditLog).note(transaction, { ...entry, action: 'invite.accepted', subject: id })
    emit(serviceEvents.memberAdded, () => ({ workspaceId, userId, role, actor: entry.actor }), transaction)
    return { workspaceId, role }
  }

  async function newAccount(
    transaction: Records,
    { email, account_role: role, user_id }: OpenedInvite,
    passwordHash: string,
  ): Promise<string> {
    const id = user_id ?? use(credentials).newUserId()
    const user = await use(credentials).create(transaction, { id, email, role, passwordHash })
    if (user === null) throw changedMeanwhile('account')
    return user.id
  }

  return {
    async verify(token) {
      const invite = await openInvite(records, hashToken(token))
      if (invite === null) throw notFound('invite')
      const { email, workspace_name, role, expires_at } = invite
      return { valid: statusOf(invite, clock()) === 'pending', email, workspace_name, role, expires_at }
    },

    async accept(token, { email: text, ...given }) {
      const hash = hashToken(token)
      const email = use(credentials).readEmail(text)?.toLowerCase()
      for (let attempt = 1; attempt <= attempts; attempt++) {
        const seen = await openInvite(records, hash)
        if (seen === null) throw notFound('invite')
        requirePending(seen, clock())
        if (email !== seen.email.toLowerCase()) throw otherAddress('/email')
        const { accountId, passwordHash } = await joining(seen, given)
        const accepted = await records.transaction(async (transaction) => {
          const invite = await lockPending(transaction, hash)
          // Changes nothing if the address has another account than the one whose password was verified.
          if (invite.account_id !== accountId) return null
          const userId = accountId ?? (await newAccount(transaction, invite, passwordHash))
          const joined = await join(transaction, invite, userId)
          const login = await use(credentials).open(transaction, userId, passwordHash)
          if (login === null) throw changedMeanwhile('account')
          return { ...login, ...joined }
        })
        if (accepted !== null) return accepted
      }
      throw changedMeanwhile('account')
    },

    acceptAs: (caller, token) =>
      records.transaction(async (transaction) => {
        const invite = await lockPending(transaction, hashToken(token))
        if (invite.account_id !== caller.id) throw otherAddress('token')
        return join(transaction, invite, caller.id)
      }),
  }
}

const otherAddress = (path: string): ServiceError =>
  invalid(path, 'the invite is for another e-mail address; use the invited one')
