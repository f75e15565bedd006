import {
  auditLog,
  notAnEmail,
  serviceEvents,
  serviceRef,
  ServiceError,
  type Role,
  type ServiceDependencies,
} from '../../../contract/index.js'
import { accountRole, memberRole, requireAdmin, requireRank, type Administrator } from '../authority.js'
import { actorOf } from '../actor.js'
import { credentials } from '../credentials.js'
import { invites } from '../invites/invites.js'
import { insertMember } from '../people-repository.js'
import { countMembers, requireRoom } from '../room-repository.js'
import type { NoteUser } from './note.js'
import { createUserChanges, type UserChanges } from './user-changes.js'
import type { ListedUser } from './users-repository.js'
import { maxMembersPerWorkspace } from '../settings.js'

export interface NewUser {
  readonly email: string
  /** Null if the person chooses one. */
  readonly password: string | null
  readonly role: Role
  /** The admin's network address. */
  readonly address: string
}

export interface CreatedUser {
  readonly user: ListedUser
  /** The token of the person's invite; null if the account was created with the given password. */
  readonly inviteToken: string | null
}

export interface Users extends UserChanges {
  /**
   * Invites a person and lists them as a user. With ADMIN_SETS_PASSWORDS and a password, creates the account at once.
   * Throws CONFLICT for a member and for a person who is already listed; when it creates accounts, for every address that
   * has one.
   */
  create(administrator: Administrator, wanted: NewUser): Promise<CreatedUser>
}

export const users = serviceRef<Users>('users')

type Dependencies = Pick<
  ServiceDependencies,
  'settings' | 'setting' | 'records' | 'clock' | 'use' | 'find' | 'emit'
>

export function createUsers(dependencies: Dependencies): Users {
  const { settings, setting, records, clock, use, emit } = dependencies
  const note: NoteUser = (transaction, { caller, workspaceId }, action, subject, details) =>
    use(auditLog).note(transaction, { action, actor: caller, workspaceId, subject, details })

  async function createInvited(
    administrator: Administrator,
    email: string,
    role: Role,
  ): Promise<CreatedUser> {
    const { invite, token } = await use(invites).create(administrator, { email, role, listed: true })
    if (invite.user_id === null) throw new Error('a listed invite has no user id')
    const { user_id: id, created_at } = invite
    const user = { id, email: invite.email, role, created_at, last_login_at: null }
    return { user: { ...user, status: 'invited' }, inviteToken: token }
  }

  async function createAccount(
    administrator: Administrator,
    wanted: { readonly email: string; readonly password: string; readonly role: Role },
    address: string,
  ): Promise<CreatedUser> {
    const { workspaceId } = administrator
    const { email, password, role } = wanted
    const passwordHash = await use(credentials).choose(password, address)
    return records.transaction(async (transaction) => {
      const authority = await requireAdmin(transaction, administrator)
      requireRank(authority, role)
      const members = await countMembers(transaction, workspaceId)
      requireRoom(
        members,
        setting(maxMembersPerWorkspace),
        'members per workspace',
        'MAX_MEMBERS_PER_WORKSPACE',
      )
      const id = use(credentials).newUserId()
      const account = { id, email, role: accountRole(role, authority), passwordHash }
      const user = await use(credentials).create(transaction, account)
      if (user === null)
        throw new ServiceError(
          'CONFLICT',
          'email already has an account; invite the address into this workspace instead',
        )
      const member = { workspaceId, userId: user.id, role: memberRole(role), now: new Date(clock()) }
      await insertMember(transaction, member)
      await note(transaction, administrator, 'user.created', user.id, { email, role })
      const { userId } = member
      const change = { workspaceId, userId, role: member.role, actor: actorOf(administrator.caller) }
      emit(serviceEvents.memberAdded, () => change, transaction)
      return { user: { ...user, role, status: 'active' }, inviteToken: null }
    })
  }

  return Object.freeze({
    ...createUserChanges(dependencies, note),

    async create(administrator, { email: text, password, role, address }) {
      const email = use(credentials).readEmail(text)
      if (email === null) throw notAnEmail('/email')
      if (password !== null) await use(credentials).requireUncommon(password, '/password')
      return password !== null && settings.adminSetsPasswords
        ? createAccount(administrator, { email, password, role }, address)
        : createInvited(administrator, email, role)
    },
  } satisfies Users)
}
