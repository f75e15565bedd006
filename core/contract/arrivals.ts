import { serviceRef } from './service-ref.js'
import type { Records } from './storage.js'

/** Supplied by the plugin that invites people; asked by the one that keeps accounts. */
export interface Arrivals {
  /**
   * Creates the account of an invited address whose owner an identity provider vouches for, accepts the address's
   * pending invites, and returns the account's id; null if there is no pending invite. No other account has the address.
   */
  admit(transaction: Records, email: string): Promise<string | null>
  /** Is there a pending invite of the address? */
  expects(records: Records, email: string): Promise<boolean>
  /** Lets changes of people wait until the transaction ends. */
  lock(transaction: Records): Promise<void>
}

/** Without a plugin that supplies it, only accounts that are there already can be bound. */
export const arrivals = serviceRef<Arrivals>('arrivals')
