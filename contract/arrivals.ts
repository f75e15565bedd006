import { serviceRef } from './service-ref.js'
import type { Records } from './storage.js'

/** Supplied by the plugin that manages invites; called by the plugin that manages accounts. */
export interface Arrivals {
  /**
   * Creates the account for an invited address whose owner an identity provider has verified. Accepts the
   * pending invites of the address and returns the account's id. Returns null if there is no pending invite.
   * The caller has checked that no account has the address.
   */
  admit(transaction: Records, email: string): Promise<string | null>
  /** Whether the address has a pending invite. */
  expects(records: Records, email: string): Promise<boolean>
  /** Blocks changes to people until the transaction ends. */
  lock(transaction: Records): Promise<void>
}

/** Without a plugin that supplies it, only existing accounts can be bound. */
export const arrivals = serviceRef<Arrivals>('arrivals')
