import { createHash } from 'node:crypto'
import { auditLog, tryCounter, type ServiceDependencies } from '../../contract/index.js'

export interface RejectedSignIn {
  /** The e-mail address as it was given; null if it is not one. */
  readonly email: string | null
  /** The account of the address; null if there is none. */
  readonly userId: string | null
  /** The group of network addresses, see addressGroup(). */
  readonly address: string
  readonly reason: 'wrong' | 'delay'
}

/** Audit entries of all rejected sign-ins per minute: a flood must not fill the audit log. Later ones are only logged. */
const mostEntries = 100

/**
 * Creates the function that writes rejected sign-ins to the audit log: for each account and network address the first in a
 * minute, the tenth, the hundredth and so on, each with the count so far.
 */
export function noteRejectedSignIns({
  records,
  use,
  log,
}: Pick<ServiceDependencies, 'records' | 'use' | 'log'>) {
  return async ({ email, userId, address, reason }: RejectedSignIn): Promise<void> => {
    const account = createHash('sha256')
      .update(email?.toLowerCase() ?? '')
      .digest('base64url')
    const { tries } = await use(tryCounter).count(`rejected-sign-in ${account} ${address}`, 60)
    if (!isPowerOfTen(tries)) return
    const { tries: entries } = await use(tryCounter).count('rejected-sign-ins', 60)
    const details = { email, address, reason, tries }
    if (entries > mostEntries) {
      log.warn(details, 'sign-in rejected')
      return
    }
    const entry = { action: 'user.sign_in_refused', actor: null, workspaceId: null }
    await records.transaction((transaction) =>
      use(auditLog).note(transaction, { ...entry, subject: userId ?? 'unknown', details }),
    )
  }
}

const isPowerOfTen = (count: number): boolean => /^10*$/.test(String(count))
