import { createHash } from 'node:crypto'
import { auditLog, tryCounter, type ServiceParts } from '../../core/contract/index.js'

export interface Refused {
  /** As it was given, if it is an address. */
  readonly email: string | null
  /** The account that has the address; null: none. */
  readonly userId: string | null
  /** The group of network addresses, see addressGroup(). */
  readonly address: string
  readonly reason: 'wrong' | 'delay'
}

/** Entries of all refused sign-ins together, a minute: a flood must not fill the log. */
const mostEntries = 100

/**
 * Writes refused sign-ins down: for each account and address the first in a minute, the tenth, the hundredth and so on,
 * with how many there were by then.
 */
export function refusedSignIns({ records, use, log }: Pick<ServiceParts, 'records' | 'use' | 'log'>) {
  return async ({ email, userId, address, reason }: Refused): Promise<void> => {
    const of = createHash('sha256')
      .update(email?.toLowerCase() ?? '')
      .digest('base64url')
    const { tries } = await use(tryCounter).count(`refused ${of} ${address}`, 60)
    if (!isPowerOfTen(tries)) return
    const { tries: entries } = await use(tryCounter).count('refused', 60)
    const details = { email, address, reason, tries }
    if (entries > mostEntries) {
      log.warn(details, 'sign-in refused')
      return
    }
    const entry = { action: 'user.sign_in_refused', actor: null, workspaceId: null }
    await records.transaction((transaction) =>
      use(auditLog).note(transaction, { ...entry, subject: userId ?? 'unknown', details }),
    )
  }
}

const isPowerOfTen = (count: number): boolean => /^10*$/.test(String(count))
