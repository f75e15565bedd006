import {
  ServiceError,
  type Ask,
  type Caller,
  type WorkspaceRef,
  type WorkspaceRole,
} from '../../core/contract/index.js'

/** What a route for users may count on: its access has refused everybody else. */
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

export const administratorOf = (ask: Ask): { caller: Caller; workspaceId: string } => ({
  caller: userOf(ask),
  workspaceId: workspaceOf(ask).workspace.id,
})
