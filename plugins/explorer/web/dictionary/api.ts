import { get, post, put, remove, type Call, type Parameters } from '../api/call.js'
import { send } from '../api/send.js'
import type { Data } from '../api/types.js'
import { reloadShared } from '../api/use-shared.js'
import type { AnyEntry, Change, List, Violation } from './types.js'

const root = '/api/v1/dictionary'
const at = (list: List, name: string): string => `${root}/${list}/${encodeURIComponent(name)}`

export const fileCall = get(`${root}/file`)
export const entriesCall = (list: List, query: Parameters): Call => get(`${root}/${list}`, query)
export type Entries = Data<Partial<Record<List, readonly AnyEntry[]>> & { readonly next: string | null }>

export const violationsCall = (query: Parameters): Call => get(`${root}/violations`, query)
export type Violations = Data<{
  readonly violations: readonly Violation[]
  readonly total: number
  readonly has_more: boolean
}>

export type EntryFields = Partial<Omit<AnyEntry, 'name'>>

export async function saveEntry(list: List, name: string, fields: EntryFields): Promise<void> {
  await send(put(at(list, name), fields))
  reloadShared(fileCall.path)
}

export async function deleteEntry(list: List, name: string): Promise<void> {
  await send(remove(at(list, name)))
  reloadShared(fileCall.path)
}

/** Imports a file, or lists what that would change. */
export async function importFile(
  file: unknown,
  options: { readonly keep: boolean; readonly dryRun: boolean },
): Promise<readonly Change[]> {
  const query = new URLSearchParams({ keep: String(options.keep), dry_run: String(options.dryRun) })
  type Answer = Data<{ readonly changes: readonly Change[] }>
  const { data } = await send<Answer>({ ...post(`${root}/file`, file), query: [...query] })
  if (!options.dryRun) reloadShared(fileCall.path)
  return data.changes
}
