import { storage } from './storage.js'

/** What was opened last from the palette. The name of a person may be among it, so it ends with the session. */
const key = 'sextant.recent'
const most = 8

export interface Recent {
  readonly id: string
  readonly label: string
  readonly about?: string
  readonly target?: { readonly path: string; readonly state?: Readonly<Record<string, string>> }
}

type Kept = Readonly<Record<string, readonly Recent[]>>

function kept(): Kept {
  try {
    const found: unknown = JSON.parse(storage.read(key) ?? '{}')
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Kept) : {}
  } catch {
    return {}
  }
}

const isRecent = (value: unknown): value is Recent => {
  const { id, label, target } = (value ?? {}) as Partial<Recent>
  return (
    typeof id === 'string' &&
    typeof label === 'string' &&
    (target === undefined || (typeof target === 'object' && typeof target.path === 'string'))
  )
}

/** The last entries of a workspace, the newest first. */
export function recentOf(workspace: string): readonly Recent[] {
  const list: unknown = kept()[workspace]
  return Array.isArray(list) ? list.filter(isRecent) : []
}

/** Puts an entry first in the list of the workspace. */
export function remember(workspace: string, one: Recent): void {
  const others = recentOf(workspace).filter(({ id }) => id !== one.id)
  storage.write(key, JSON.stringify({ ...kept(), [workspace]: [one, ...others].slice(0, most) }))
}

export const forgetRecent = (): void => storage.remove(key)
