import type { OutsideIdentity } from './access.js'
import { serviceRef } from './service-ref.js'

/** Verifies tokens of an external identity provider. */
export interface OutsideTokens {
  /**
   * The signature algorithms of the provider's tokens (`RS256`); empty if there is no provider. A token with
   * any other one is verified as the service's own, and never here.
   */
  readonly algorithms: readonly string[]
  /**
   * Returns the identity in a valid token. Throws UNAUTHORIZED, or UNAVAILABLE if the provider's keys cannot be
   * fetched. `now` is in milliseconds since 1970 UTC.
   */
  readonly verify: (token: string, now: number) => Promise<OutsideIdentity>
}

/** Without a plugin that supplies it, only the service's own tokens are valid. */
export const outsideTokens = serviceRef<OutsideTokens>('outsideTokens')
