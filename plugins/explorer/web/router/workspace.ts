import { effect } from '@preact/signals'
import { me } from '../api/account.js'
import type { Membership } from '../api/types.js'
import { workspace } from '../api/workspace.js'
import { changeQuery, query } from './location.js'

const key = 'sextant.workspace'

/**
 * Opens the workspace that the address names. Without one in the address it opens the last one used, or the first, and
 * adds it to the address. Returns a function that stops it.
 */
export function followAddress(): () => void {
  return effect(() => {
    const slug = query.value.get('workspace')
    const all = me.value?.workspaces ?? []
    const chosen =
      find(all, slug) ?? (slug === null ? (find(all, localStorage.getItem(key)) ?? all[0]) : undefined)
    workspace.value = chosen ?? null
    if (chosen === undefined) return
    localStorage.setItem(key, chosen.slug)
    if (slug === null) changeQuery({ workspace: chosen.slug }, true)
  })
}

const find = (all: readonly Membership[], slug: string | null): Membership | undefined =>
  all.find((one) => one.slug === slug)
