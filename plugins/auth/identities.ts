import {
  arrivals,
  auditLog,
  type OutsideIdentity,
  type Records,
  type ServiceDependencies,
} from '../../contract/index.js'
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

/** Binds an identity without an account to the account of its address. Returns false if it may not have one. */
export type Bind = (identity: OutsideIdentity) => Promise<boolean>

type Dependencies = Pick<ServiceDependencies, 'records' | 'clock' | 'use' | 'find'>

/**
 * Creates the function that binds identities. Once bound, the identity alone opens the account, even if its address
 * changes. The provider has verified the owner of the address; the local password of an unconfirmed account may be someone
 * else's. Binding therefore ends that password with its sessions and reset links: otherwise a person who created the
 * account with a foreign address would keep access to it.
 */
export function createBinding({ records, clock, use, find }: Dependencies): Bind {
  async function bind(transaction: Records, identity: OutsideIdentity, email: string): Promise<boolean> {
    const people = find(arrivals)
    await people?.lock(transaction)
    // Another request with the same token may have been first.
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
    // Reset links from before the account was bound to an identity.
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
    // Strangers with a token of the provider must not take the lock for changes of people.
    if (email === null || !(await isExpected(email))) return false
    return records.transaction((transaction) => bind(transaction, identity, email))
  }
}
