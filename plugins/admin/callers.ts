import {
  ServiceError,
  type Ask,
  type Caller,
  type WorkspaceRef,
  type WorkspaceRole,
} from '../../core/contract/index.js'

/** Administration is for people: a key that could make keys would outlive its own deletion. */
export function userOf({ caller }: Ask): Caller {
  if (caller === null) throw new ServiceError('UNAUTHORIZED', 'A token is needed.')
  if (caller.kind !== 'user') throw new ServiceError('FORBIDDEN', 'A key cannot do this; log in as a user.')
  return caller
}

/** What a route with workspace access may count on. */
export function workspaceOf({ workspace, role }: Ask): { workspace: WorkspaceRef; role: WorkspaceRole } {
  if (workspace === null || role === null)
    throw new ServiceError('FORBIDDEN', 'You are not a member of this workspace.')
  return { workspace, role }
}
