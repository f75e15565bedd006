import { get, post, put, remove, type Call } from '../../api/call.js'
import { send } from '../../api/send.js'
import type { Data, Role, User } from '../../api/types.js'

export interface ListedUser extends User {
  readonly created_at: string
  readonly last_login_at: string | null
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
export const createUser = (email: string, password: string, role: Role): Promise<unknown> =>
  send(post(users, { email, password, role }))
export const changeRole = (id: string, role: Role): Promise<unknown> => send(put(`${users}/${id}`, { role }))
export const removeUser = (id: string): Promise<unknown> => send(remove(`${users}/${id}`))
export const setPassword = (id: string, password: string): Promise<unknown> =>
  send(post(`${users}/${id}/password`, { password }))

export const invitesCall = (workspace_id: string): Call => get(invites, { workspace_id, status: 'pending' })
export const cancelInvite = (workspace_id: string, id: string): Promise<unknown> =>
  send(remove(`${invites}/${id}`, { workspace_id }))

/** The page that the invited person opens; the service names its own address of the invite. */
export async function createInvite(workspace_id: string, email: string, role: Role): Promise<string> {
  const { data } = await send<Data<{ readonly invite_url: string }>>(
    post(invites, { workspace_id, email, role }),
  )
  return `${location.origin}/invite/${data.invite_url.split('/').at(-1) ?? ''}`
}
