import type { Records, Role, WorkspaceRole } from '../../../contract/index.js'

export interface Expected {
  readonly id: string
  readonly workspace_id: string
  readonly email: string
  readonly role: WorkspaceRole
  readonly account_role: Role
  readonly user_id: string | null
}

/** Returns the pending invites of an e-mail address in all workspaces, oldest first. */
export const listExpected = (records: Records, email: string, now: Date): Promise<readonly Expected[]> =>
  records.query<Expected>(
    `SELECT i.id, i.workspace_id, i.email, i.role, i.account_role, i.user_id
     FROM invites i
     WHERE lower(i.email) = lower($1)
       AND i.accepted_at IS NULL AND i.cancelled_at IS NULL AND i.expires_at > $2
     ORDER BY i.created_at, i.id`,
    [email, now],
  )
