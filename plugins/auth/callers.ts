import { ServiceError, credentialRequired, usersOnly, type Ask, type Caller } from '../../contract/index.js'

/** Returns the user who calls. Throws FORBIDDEN for a key, which acts as a user of its workspace but has no account. */
export function userOf({ caller }: Ask): Caller {
  if (caller === null) throw credentialRequired('a token')
  if (caller.kind !== 'user') throw usersOnly()
  return caller
}

/** Returns the session of a token of this service. Throws FORBIDDEN for tokens of an outside provider. */
export function sessionOf(ask: Ask): string {
  const { sessionId } = userOf(ask)
  if (sessionId === null)
    throw new ServiceError(
      'FORBIDDEN',
      'the session of this token belongs to the identity provider; end or renew it there',
    )
  return sessionId
}
