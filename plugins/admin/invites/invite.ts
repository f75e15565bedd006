import { createHash } from 'node:crypto'
import { ServiceError, type WorkspaceRole } from '../../../contract/index.js'

export const inviteStatuses = ['pending', 'accepted', 'expired', 'cancelled'] as const
export type InviteStatus = (typeof inviteStatuses)[number]

/** Milliseconds that an invite is valid: seven days. */
export const inviteLife = 7 * 86_400_000

export interface Invite {
  readonly id: string
  readonly email: string
  readonly workspace_id: string
  readonly role: WorkspaceRole
  /** The id of the account that accepting may create; null for any. Only invites with an id are listed as users. */
  readonly user_id: string | null
  /** Null if the user was deleted. */
  readonly invited_by: string | null
  readonly created_at: Date
  readonly expires_at: Date
  readonly accepted_at: Date | null
  readonly cancelled_at: Date | null
}

type Ends = Pick<Invite, 'accepted_at' | 'cancelled_at' | 'expires_at'>

/** @param now milliseconds since 1970 UTC */
export function statusOf({ accepted_at, cancelled_at, expires_at }: Ends, now: number): InviteStatus {
  if (accepted_at !== null) return 'accepted'
  if (cancelled_at !== null) return 'cancelled'
  return expires_at.getTime() <= now ? 'expired' : 'pending'
}

/** Throws CONFLICT if the invite is not pending, and says why. */
export function requirePending(invite: Ends, now: number): void {
  const status = statusOf(invite, now)
  const is: Readonly<Record<InviteStatus, string>> = {
    pending: '',
    accepted: 'was already accepted',
    expired: 'has expired; ask for a new one',
    cancelled: 'was cancelled',
  }
  if (status !== 'pending') throw new ServiceError('CONFLICT', `the invite ${is[status]}`)
}

/** A 409: the address belongs to a member. */
export const alreadyMember = (email: string): ServiceError =>
  new ServiceError('CONFLICT', `${email} is already a member of this workspace`)

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
