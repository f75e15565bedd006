import { get, post, put, remove, type Call } from '../../api/call.js'
import { send } from '../../api/send.js'
import type { Data } from '../../api/types.js'
import { reloadShared } from '../../api/use-shared.js'
import type { Filter } from '../../question/filter.js'
import type { FilterNode } from '../../question/filter-node.js'

export interface EventRule {
  readonly event: string
  readonly days: number
  readonly filters?: readonly Filter[]
  readonly min_count?: number
  readonly negate?: boolean
}

export interface Definition {
  readonly filters?: readonly Filter[]
  readonly events?: readonly EventRule[]
  /** A tree about the person, which must hold too. */
  readonly filter?: FilterNode
  readonly lookback_days?: number
  readonly members?: readonly object[]
}

export interface Audience {
  readonly id: string
  readonly owner_id: string
  readonly name: string
  readonly description: string | null
  readonly definition: Definition
  readonly listed_count: number
  readonly updated_at: string
}

export type AudienceFields = Pick<Audience, 'name' | 'description' | 'definition'>

const root = '/api/v1/audiences'
const at = (id: string): string => `${root}/${encodeURIComponent(id)}`

export const audiencesCall = get(root, { limit: 1000 })
export const audienceCall = (id: string): Call => get(at(id))
export const countCall = (id: string): Call => get(`${at(id)}/count`)
/** The number of people that match a definition that is not saved. */
export const unsavedCountCall = (definition: Definition): Call => post(`${root}/count`, { definition })
export const membersCall = (id: string): Call => get(`${at(id)}/members`)

export const historyCall = (id: string): Call => get(`${at(id)}/history`)
export async function restoreVersion(id: string, version: number): Promise<void> {
  await send(post(`${at(id)}/history/${version}/restore`))
  reloadShared(root)
}

export async function saveAudience(id: string | null, fields: AudienceFields): Promise<Audience> {
  const { data } = await send<Data<Audience>>(id === null ? post(root, fields) : put(at(id), fields))
  reloadShared(root)
  return data
}

/** Restores a deleted audience; the service does so for ten minutes. */
export async function restoreAudience(id: string): Promise<void> {
  await send(post(`${at(id)}/restore`))
  reloadShared(root)
}

export async function deleteAudience(id: string): Promise<void> {
  await send(remove(at(id)))
  reloadShared(root)
}
