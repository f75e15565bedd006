import type { SettingRef } from './setting.js'
import type { WorkspaceDefaults, WorkspaceRef } from './workspace.js'

/** Roles in ascending order. `platform` is a global role only. */
export const roles = ['viewer', 'editor', 'admin', 'platform'] as const
export type Role = (typeof roles)[number]
export type WorkspaceRole = Exclude<Role, 'platform'>

export const workspaceRoles = ['viewer', 'editor', 'admin'] as const satisfies readonly WorkspaceRole[]

export const atLeast = (role: Role, wanted: Role): boolean => roles.indexOf(role) >= roles.indexOf(wanted)

/**
 * The caller that a route requires. It is data, so that the boot can print it and a test can walk every
 * route.
 *
 * - `workspace` requires a role in the workspace named by the X-Workspace-ID header, a body field or a query
 *   parameter. With `people` the caller must be a user; a key that acts for a user is rejected. `raisedBy`
 *   names the setting that may require a higher role.
 * - `ingest` requires a key that may write.
 * - `link` requires a token in the path (`:token`) issued by the plugin with the service `publicLinkControl`. The
 *   bearer is a viewer of the link's workspace, on these routes only.
 * - `anySite` accepts requests from pages of other sites and under any host name, as ingestion does.
 * - `onlyIf` names a setting: any user is required while it is false.
 */
export type Access =
  | { readonly kind: 'public'; readonly anySite?: true; readonly onlyIf?: OpeningSetting }
  | { readonly kind: 'user' }
  | { readonly kind: 'global'; readonly role: Role }
  | {
      readonly kind: 'workspace'
      readonly role: WorkspaceRole
      readonly from: 'header' | 'body' | 'query'
      readonly people?: true
      readonly raisedBy?: SettingRef<WorkspaceRole>
    }
  | { readonly kind: 'ingest'; readonly find?: FindKey }
  | { readonly kind: 'link' }

/** A setting that opens routes to everyone: that of the API's documentation, or a plugin's own. */
export type OpeningSetting = 'docsPublic' | SettingRef<boolean>

/**
 * Finds the ingest key of a client that has no header for it: in the path, or in the body (decompressed
 * bytes).
 */
export type FindKey = (params: Readonly<Record<string, string>>, body: Uint8Array) => string | null

export const open: Access = { kind: 'public' }
/** For clients in other products' pages and servers: the response must contain no data of this service. */
export const openToAnySite: Access = { kind: 'public', anySite: true }
/** Open to everyone while the setting is true, and to any user otherwise. */
export const openIf = (setting: OpeningSetting): Access => ({ kind: 'public', onlyIf: setting })
export const anyUser: Access = { kind: 'user' }
export const globally = (role: Role): Access => ({ kind: 'global', role })
export const inWorkspace = (role: WorkspaceRole, from: 'header' | 'body' | 'query' = 'header'): Access => ({
  kind: 'workspace',
  role,
  from,
})
/** Only users administer a workspace: a key that could create keys would outlive its own deletion. */
export const peopleIn = (role: WorkspaceRole, from: 'header' | 'body' | 'query' = 'header'): Access => ({
  kind: 'workspace',
  role,
  from,
  people: true,
})
/** Any member, or the role that the setting requires. */
export const raisedBy = (setting: SettingRef<WorkspaceRole>): Access => ({
  kind: 'workspace',
  role: 'viewer',
  from: 'header',
  raisedBy: setting,
})
export const ingestKey: Access = { kind: 'ingest' }
/** Like `ingestKey`; `find` looks for the key if neither a header nor `?token=` has it. */
export const ingestKeyIn = (find: FindKey): Access => ({ kind: 'ingest', find })

/** Requires the token of a public link, in the path. */
export const byPublicLink: Access = { kind: 'link' }

export interface Caller {
  /** The id of the user, or of the key or link that acts for one. */
  readonly id: string
  readonly kind: 'user' | 'query-key' | 'ingest-key' | 'link'
  readonly email: string | null
  /** The global role; at most viewer for a key or link. */
  readonly role: Role
  /**
   * The id of the token's session, for ending it. Null for a key, a link, and a token of an external identity
   * provider.
   */
  readonly sessionId: string | null
}

/**
 * An accepted credential and its role in the requested workspace. `workspace` and `role` are null if the
 * caller is not a member, or if no workspace was requested.
 */
export interface Admission {
  readonly caller: Caller
  readonly workspace: WorkspaceRef | null
  readonly role: WorkspaceRole | null
  /** The calendar of the workspace's questions; UTC and weeks from Monday by default. */
  readonly defaults?: WorkspaceDefaults
}

/** The claims of a verified token that access control uses. */
export interface TokenClaims {
  readonly sub: string
  readonly jti: string
}

/** The identity in a token of an external identity provider, which has verified the email address. */
export interface OutsideIdentity {
  readonly issuer: string
  /** Unique and stable at its issuer; the email address is neither. */
  readonly subject: string
  readonly email: string
}

/**
 * Supplied by the plugin that manages accounts. Each method makes one record read and returns null if the
 * credential is invalid.
 */
export interface AccessControl {
  /** `workspaceId` is null if the route has no workspace. A platform user is an admin in every workspace. */
  session(claims: TokenClaims, workspaceId: string | null): Promise<Admission | null>
  /**
   * Looks up a query or ingest key. The admission names the key's own workspace if `workspaceId` is that one
   * or null.
   */
  key(secret: string, workspaceId: string | null): Promise<Admission | null>
  /**
   * Returns the user bound to this identity. An identity seen for the first time is bound to the account with
   * its email address. Returns null if there is no such account, the address has no invite, or the account
   * belongs to another identity.
   */
  account(identity: OutsideIdentity, workspaceId: string | null): Promise<Admission | null>
  /**
   * Returns the code that creates the first user, or null if there are users. Absent if the plugin has no
   * first user to create.
   */
  setupCode?(): Promise<string | null>
}
