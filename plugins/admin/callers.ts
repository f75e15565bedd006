import {
  notMember,
  credentialRequired,
  usersOnly,
  type Ask,
  type Caller,
  type WorkspaceRef,
  type WorkspaceRole,
} from '../../contract/index.js'

/** Returns the user who calls a route for users; its access has already rejected all other callers. */
export function userOf({ caller }: Ask): Caller {
  if (caller === null) throw credentialRequired('a token')
  if (caller.kind !== 'user') throw usersOnly()
  return caller
}

/** Returns the workspace of a route with workspace access, and the caller's role there. */
export function workspaceOf({ workspace, role }: Ask): { workspace: WorkspaceRef; role: WorkspaceRole } {
  if (workspace === null || role === null) throw notMember()
  return { workspace, role }
}

/** Returns the caller and the workspace of a route that people call with workspace access. */
export const administratorOf = (ask: Ask): { caller: Caller; workspaceId: string } => ({
  caller: userOf(ask),
  workspaceId: workspaceOf(ask).workspace.id,
})
