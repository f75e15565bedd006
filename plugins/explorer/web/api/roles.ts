import { me } from './account.js'
import type { Role } from './types.js'
import { workspace } from './workspace.js'

const order: readonly Role[] = ['viewer', 'editor', 'admin', 'platform']

/** Whether the user has this role or a higher one in the open workspace. `platform` is global. */
export function may(wanted: Role): boolean {
  const platform = me.value?.user.role === 'platform'
  if (platform) return true
  const role = workspace.value?.role ?? null
  return wanted !== 'platform' && role !== null && order.indexOf(role) >= order.indexOf(wanted)
}
