import { get, post, put, remove, type Parameters } from '../../api/call.js'
import { send } from '../../api/send.js'
import { reloadShared } from '../../api/use-shared.js'

export interface OwnedMark {
  readonly id: string
  readonly title: string
  readonly description: string | null
  readonly timestamp: string
  readonly category: Category
  readonly source: string
  readonly source_ref: string | null
  readonly scope: 'public' | 'private'
  readonly created_by: string
}

export const categories = ['release', 'news', 'incident'] as const
export type Category = (typeof categories)[number]

export type MarkFields = Pick<
  OwnedMark,
  'title' | 'description' | 'timestamp' | 'category' | 'source_ref' | 'scope'
>

const path = '/api/v1/marks'

export const marksCall = (asked: Parameters) => get(path, asked)

export async function saveMark(id: string | null, fields: MarkFields): Promise<void> {
  await send(id === null ? post(path, fields) : put(`${path}/${id}`, fields))
  reloadShared(path)
}

/** Restores a deleted mark; the service does so for ten minutes. */
export async function restoreMark(id: string): Promise<void> {
  await send(post(`${path}/${id}/restore`))
  reloadShared(path)
}

export async function deleteMark(id: string): Promise<void> {
  await send(remove(`${path}/${id}`))
  reloadShared(path)
}
