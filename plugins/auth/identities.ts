import {
  arrivals,
  auditLog,
  type OutsideIdentity,
  type Records,
  type ServiceParts,
} from '../../core/contract/index.js'
import { readEmail } from './email.js'
import {
  confirmUser,
  hasAccount,
  insertIdentity,
  isBound,
  lockBindableUser,
} from './identities-repository.js'
import { noPassword } from './passwords.js'
import { deleteResetsOf } from './resets-repository.js'
import { endSessionsOf } from './sessions-repository.js'

/** Binds an identity that has no account yet to that of its address; false if there is none that it may have. */
export type Bind = (identity: OutsideIdentity) => Promise<boolean>

type Parts = Pick<ServiceParts, 'records' | 'clock' | 'use' | 'find'>

/**
 * From then on the identity alone opens the account, whatever its address. The provider knows the address's owner; whose
 * the local password is, nobody knows until the account is confirmed. So such a password ends, with the sessions and
 * links that it has opened: else whoever took the account first would keep it.
 */
export function createBinding({ records, clock, use, find }: Parts): Bind {
  async function bind(transaction: Records, identity: OutsideIdentity, email: string): Promise<boolean> {
    const people = find(arrivals)
    await people?.lock(transaction)
    // Another request of the same token may have come first.
    if (await isBound(transaction, identity)) return true
    let user = await lockBindableUser(transaction, email, identity.issuer)
    if (user === null) {
      if ((await people?.admit(transaction, email)) == null) return false
      user = await lockBindableUser(transaction, email, identity.issuer)
    }
    if (user === null || user.bound) return false
    const now = new Date(clock())
    await insertIdentity(transaction, { ...identity, userId: user.id, now })
    const ends = user.confirmed_at === null
    // A link that was made before the account belonged to somebody at the provider.
    await deleteResetsOf(transaction, user.id)
    if (ends) {
      await confirmUser(transaction, user.id, noPassword, now)
      await endSessionsOf(transaction, user.id, now)
    }
    const details = { email: user.email, issuer: identity.issuer, password_ended: ends }
    const entry = { action: 'user.bound', actor: user, workspaceId: null, subject: user.id, details }
    await use(auditLog).note(transaction, entry)
    return true
  }

  const isExpected = async (email: string): Promise<boolean> =>
    (await hasAccount(records, email)) || ((await find(arrivals)?.expects(records, email)) ?? false)

  return async (identity) => {
    const email = readEmail(identity.email)
    // Strangers with a token of the provider must not make changes of people wait.
    if (email === null || !(await isExpected(email))) return false
    return records.transaction((transaction) => bind(transaction, identity, email))
  }
}
