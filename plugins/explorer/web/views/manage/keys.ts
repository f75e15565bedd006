import { get, post, remove, type Call } from '../../api/call.js'
import { send } from '../../api/send.js'
import type { Data, Role } from '../../api/types.js'

export interface Key {
  readonly id: string
  readonly name: string
  readonly kind: 'ingest' | 'query'
  readonly role: Role | null
  /** The first characters of the key. */
  readonly prefix: string
  readonly expires_at: string | null
  readonly last_used_at: string | null
  readonly created_at: string
}

export interface WantedKey {
  readonly name: string
  readonly kind: Key['kind']
  readonly role?: Role
  readonly expires_at?: string
}

const path = '/api/v1/admin/workspace/keys'

export const keysCall = (workspace_id: string): Call => get(path, { workspace_id })

/** Creates a key; returns its secret, which the service gives only once. Rejects with an ApiError. */
export async function createKey(workspace_id: string, wanted: WantedKey): Promise<string> {
  const { data } = await send<Data<{ readonly key: string }>>(post(path, { workspace_id, ...wanted }))
  return data.key
}

export const deleteKey = (workspace_id: string, id: string): Promise<null> =>
  send<null>(remove(`${path}/${id}`, { workspace_id }))
