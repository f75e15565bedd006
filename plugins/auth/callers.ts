import { ServiceError, type Ask, type Caller } from '../../core/contract/index.js'

/** A key stands in for a user in its workspace, but has no account. */
export function userOf({ caller }: Ask): Caller {
  if (caller === null) throw new ServiceError('UNAUTHORIZED', 'A token is needed.')
  if (caller.kind !== 'user') throw new ServiceError('FORBIDDEN', 'A key cannot do this; log in as a user.')
  return caller
}

/** The session of a token of this service; whoever comes with one of an outside provider has theirs there. */
export function sessionOf(ask: Ask): string {
  const { sessionId } = userOf(ask)
  if (sessionId === null)
    throw new ServiceError('FORBIDDEN', 'The session of this token is kept by the identity provider.')
  return sessionId
}
