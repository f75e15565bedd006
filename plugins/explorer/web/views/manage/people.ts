import { get, post, put, remove, type Call } from '../../api/call.js'
import { send } from '../../api/send.js'
import type { Data, Role, User } from '../../api/types.js'

export interface ListedUser extends User {
  readonly created_at: string
  readonly last_login_at: string | null
  readonly status: 'active' | 'invited'
}

export interface Users {
  readonly users: readonly ListedUser[]
  readonly total: number
}

export interface Invite {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly status: 'pending' | 'accepted' | 'expired' | 'cancelled'
  readonly expires_at: string
  readonly created_at: string
}

const users = '/api/v1/admin/users'
const invites = '/api/v1/admin/workspace/invites'

export const usersCall = (email: string, offset: number, limit: number): Call =>
  get(users, { email, offset, limit })
/** Creates a user; returns the address of the page where they choose a password. Rejects with an ApiError. */
export async function createUser(email: string, role: Role): Promise<string> {
  const { data } = await send<Data<{ readonly invite_url: string }>>(post(users, { email, role }))
  return pageOf('invite', data.invite_url)
}
export const changeRole = (id: string, role: Role): Promise<unknown> => send(put(`${users}/${id}`, { role }))
/** Removes a user; `keep` has the ids of their keys and links that the caller takes over. */
export const removeUser = (id: string, keep: readonly string[]): Promise<unknown> =>
  send(remove(`${users}/${id}`, keep.length === 0 ? {} : { keep: keep.join(',') }))

/** Creates a reset link; returns the address of its page. Rejects with an ApiError. */
export async function createResetLink(id: string): Promise<string> {
  const { data } = await send<Data<{ readonly reset_url: string }>>(post(`${users}/${id}/password`, {}))
  return pageOf('reset', data.reset_url)
}

/** The keys, public links and pending invites that a user created. */
export interface Credentials {
  readonly keys: readonly {
    readonly id: string
    readonly name: string
    readonly kind: 'ingest' | 'query'
    readonly role: Role | null
  }[]
  readonly links: readonly { readonly id: string; readonly name: string; readonly expires_at: string }[]
  readonly invites: readonly { readonly id: string; readonly email: string }[]
}

export const credentialsCall = (id: string): Call => get(`${users}/${id}/credentials`)

export const invitesCall = (workspace_id: string): Call => get(invites, { workspace_id, status: 'pending' })
export const cancelInvite = (workspace_id: string, id: string): Promise<unknown> =>
  send(remove(`${invites}/${id}`, { workspace_id }))

/** Creates an invite; returns the address of its page. Rejects with an ApiError. */
export async function createInvite(workspace_id: string, email: string, role: Role): Promise<string> {
  const { data } = await send<Data<{ readonly invite_url: string }>>(
    post(invites, { workspace_id, email, role }),
  )
  return pageOf('invite', data.invite_url)
}

/** The address of the page for a token, from the API address that the service gives. */
const pageOf = (page: string, url: string): string =>
  `${location.origin}/${page}/${url.split('/').at(-1) ?? ''}`
