import type { WorkspaceRef } from './workspace.js'

/** Roles, lowest first. Platform is global only. */
export const roles = ['viewer', 'editor', 'admin', 'platform'] as const
export type Role = (typeof roles)[number]
export type WorkspaceRole = Exclude<Role, 'platform'>

export const workspaceRoles = ['viewer', 'editor', 'admin'] as const satisfies readonly WorkspaceRole[]

export const atLeast = (role: Role, wanted: Role): boolean => roles.indexOf(role) >= roles.indexOf(wanted)

/**
 * Who may call a route: data, so that the boot can print it and a test can walk it. `workspace` asks for a role in
 * the workspace that the X-Workspace-ID header (or the named body field or query parameter) tells, with
 * `people` of a user and never of a key that stands in for one; `raisedBy` names the setting that may ask for a higher
 * role than that. `ingest` asks for a key that may write, `link` for a token in the path (`:token`) that the plugin with
 * the service `linkControl` has handed out: whoever holds it is a viewer of that link's workspace, on these routes only.
 * `anySite` accepts requests from pages of other sites and under any host name, as ingestion does.
 */
export type Access =
  | { readonly kind: 'public'; readonly anySite?: true }
  | { readonly kind: 'user' }
  | { readonly kind: 'global'; readonly role: Role }
  | {
      readonly kind: 'workspace'
      readonly role: WorkspaceRole
      readonly from: 'header' | 'body' | 'query'
      readonly people?: true
      readonly raisedBy?: 'sqlMinRole'
    }
  | { readonly kind: 'ingest'; readonly find?: FindKey }
  | { readonly kind: 'link' }

/** Where a client without a header for it has put its ingest key: in the path, or in the body (as bytes, inflated). */
export type FindKey = (params: Readonly<Record<string, string>>, body: Uint8Array) => string | null

export const open: Access = { kind: 'public' }
/** For clients in other products' pages and servers: the answer must hold nothing of the service's own. */
export const openToAnySite: Access = { kind: 'public', anySite: true }
export const anyUser: Access = { kind: 'user' }
export const globally = (role: Role): Access => ({ kind: 'global', role })
export const inWorkspace = (role: WorkspaceRole, from: 'header' | 'body' | 'query' = 'header'): Access => ({
  kind: 'workspace',
  role,
  from,
})
/** Administration is for people: a key that could make keys would outlive its own deletion. */
export const peopleIn = (role: WorkspaceRole, from: 'header' | 'body' | 'query' = 'header'): Access => ({
  kind: 'workspace',
  role,
  from,
  people: true,
})
/** Any member, or the role that SQL_MIN_ROLE asks for. */
export const sqlAccess: Access = { kind: 'workspace', role: 'viewer', from: 'header', raisedBy: 'sqlMinRole' }
export const ingestKey: Access = { kind: 'ingest' }
/** As ingestKey; if no header and no `?token=` carries the key, it is looked for elsewhere. */
export const ingestKeyIn = (find: FindKey): Access => ({ kind: 'ingest', find })

/** The token of a public link, in the path. */
export const byLink: Access = { kind: 'link' }

export interface Caller {
  /** A user's id, or that of the key or link that stands in for one. */
  readonly id: string
  readonly kind: 'user' | 'query-key' | 'ingest-key' | 'link'
  readonly email: string | null
  /** The global role; a key or link has none above viewer. */
  readonly role: Role
  /** The token's own id, to end its session; null: a key, a link, or a token of an outside identity provider. */
  readonly sessionId: string | null
}

/** A credential that was accepted, and its place in the workspace that was asked for (null: not a member, or none asked). */
export interface Admission {
  readonly caller: Caller
  readonly workspace: WorkspaceRef | null
  readonly role: WorkspaceRole | null
}

/** The claims of a verified token that matter here. */
export interface TokenClaims {
  readonly sub: string
  readonly jti: string
}

/** Who the token of an outside identity provider is about; the provider has verified the address. */
export interface OutsideIdentity {
  readonly issuer: string
  /** Unique and stable at its issuer; the address is neither. */
  readonly subject: string
  readonly email: string
}

/** Supplied by the plugin that keeps accounts; each method is one record read. Null: the credential is not valid. */
export interface AccessControl {
  /** `workspaceId` null: the route has no workspace. A platform user is admin in every workspace. */
  session(claims: TokenClaims, workspaceId: string | null): Promise<Admission | null>
  /** A query or ingest key; its own workspace, if that is the one asked for (or none is asked for). */
  key(secret: string, workspaceId: string | null): Promise<Admission | null>
  /**
   * The user that this identity is bound to. An identity that is seen for the first time is bound to the account of its
   * address; null if there is none, nobody has invited the address, or the account belongs to another identity.
   */
  account(identity: OutsideIdentity, workspaceId: string | null): Promise<Admission | null>
  /** The code that creates the first user; null if there are users. Absent: the plugin has no first user to create. */
  setupCode?(): Promise<string | null>
}
