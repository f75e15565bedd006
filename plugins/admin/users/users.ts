import {
  auditLog,
  invalid,
  serviceRef,
  ServiceError,
  type Role,
  type ServiceParts,
} from '../../../core/contract/index.js'
import { accountRole, memberRole, requireAdmin, requireRank, type Administrator } from '../authority.js'
import { credentials, type User } from '../credentials.js'
import { insertMember } from '../people-repository.js'
import { createUserChanges, type NoteUser, type UserChanges } from './user-changes.js'

export interface NewUser {
  readonly email: string
  readonly password: string
  readonly role: Role
}

export interface Users extends UserChanges {
  /** An account that is a member of the workspace. CONFLICT if there is one of this e-mail address. */
  create(administrator: Administrator, wanted: NewUser): Promise<User>
}

export const users = serviceRef<Users>('users')

type Parts = Pick<ServiceParts, 'records' | 'clock' | 'use'>

export function createUsers({ records, clock, use }: Parts): Users {
  const note: NoteUser = (transaction, { caller, workspaceId }, action, subject, details) =>
    use(auditLog).note(transaction, { action, actor: caller, workspaceId, subject, details })

  return Object.freeze({
    ...createUserChanges({ records, use }, note),

    async create(administrator, { email: text, password, role }) {
      const { workspaceId } = administrator
      const email = use(credentials).readEmail(text)
      if (email === null) throw invalid('/email', 'email must be an e-mail address')
      const passwordHash = await use(credentials).hashPassword(password)
      return records.transaction(async (transaction) => {
        const authority = await requireAdmin(transaction, administrator)
        requireRank(authority, role)
        const account = { email, role: accountRole(role, authority), passwordHash }
        const user = await use(credentials).create(transaction, account)
        if (user === null)
          throw new ServiceError(
            'CONFLICT',
            'There is a user of this e-mail address already; an invite lets one into another workspace.',
          )
        const member = { workspaceId, userId: user.id, role: memberRole(role), now: new Date(clock()) }
        await insertMember(transaction, member)
        await note(transaction, administrator, 'user.created', user.id, { email, role })
        return { ...user, role }
      })
    },
  } satisfies Users)
}
