import { SignJWT } from 'jose/jwt/sign'
import {
  accessControl,
  audiences,
  contractNumber,
  definePlugin,
  type AccessControl,
  type Admission,
  type Plugin,
  type Relation,
  type Role,
  type WorkspaceDefaults,
  type WorkspaceRef,
  type WorkspaceRole,
} from '../../contract/index.js'

/** A user of the kit: the role at large, and the roles in workspaces by their ids. */
export interface TestUser {
  readonly id: string
  readonly role: Role
  readonly places: Readonly<Record<string, WorkspaceRole>>
}

export interface TestKey {
  readonly kind: 'query-key' | 'ingest-key'
  readonly workspace: WorkspaceRef
}

/** Who is admitted, without accounts and records. */
export interface Doorman {
  readonly plugin: Plugin
  readonly workspaces: Map<string, WorkspaceRef>
  readonly users: Map<string, TestUser>
  readonly keys: Map<string, TestKey>
  readonly audiences: Map<string, Relation>
  /** By the workspace's id; a workspace without any has the plain ones. */
  readonly defaults: Map<string, WorkspaceDefaults>
}

/** Signs the tokens of the kit's services. */
export const tokenKey = Buffer.from('a test key of more than thirty-two bytes')

/** Takes the place of the built-in plugins `auth` and `audiences`; with records it creates the tables of `auth`. */
export function createDoorman({ hasRecords }: { readonly hasRecords: boolean }): Doorman {
  const workspaces = new Map<string, WorkspaceRef>()
  const users = new Map<string, TestUser>()
  const keys = new Map<string, TestKey>()
  const saved = new Map<string, Relation>()
  const calendars = new Map<string, WorkspaceDefaults>()
  const defaultsOf = (workspace: WorkspaceRef | null): Pick<Admission, 'defaults'> => {
    const defaults = calendars.get(workspace?.id ?? '')
    return defaults === undefined ? {} : { defaults }
  }
  const access: AccessControl = {
    session({ sub, jti }, workspaceId) {
      const user = users.get(sub)
      if (user === undefined) return Promise.resolve(null)
      const workspace = workspaces.get(workspaceId ?? '') ?? null
      const own = user.role === 'platform' ? 'admin' : user.places[workspaceId ?? '']
      const role = workspace === null ? null : (own ?? null)
      const caller = { id: sub, kind: 'user', email: null, role: user.role, sessionId: jti } as const
      return Promise.resolve({
        caller,
        workspace: role === null ? null : workspace,
        role,
        ...defaultsOf(workspace),
      })
    },
    key(secret, workspaceId) {
      const found = keys.get(secret)
      if (found === undefined) return Promise.resolve(null)
      const { kind, workspace } = found
      const caller = { id: secret, kind, email: null, role: 'viewer', sessionId: null } as const
      const isHere = workspaceId === null || workspaceId === workspace.id
      const admission: Admission = isHere
        ? { caller, workspace, role: 'viewer', ...defaultsOf(workspace) }
        : { caller, workspace: null, role: null }
      return Promise.resolve(admission)
    },
    account: () => Promise.resolve(null),
  }
  const plugin = definePlugin({
    name: 'auth',
    contract: contractNumber,
    after: [],
    register(host) {
      if (hasRecords) host.migrations(new URL('../../plugins/auth/migrations/', import.meta.url))
      host.service(accessControl, () => access)
      host.service(audiences, () => ({ members: (_, id) => Promise.resolve(saved.get(id) ?? null) }))
    },
  })
  return { plugin, workspaces, users, keys, audiences: saved, defaults: calendars }
}

/** A token of the service, as a sign-in returns it. */
export const tokenOf = (userId: string, { expires = '1d', key = tokenKey } = {}): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setJti('live')
    .setIssuer('sextant')
    .setExpirationTime(expires)
    .sign(key)
