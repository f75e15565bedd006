import { loadMe, me } from '../../api/account.js'
import { post } from '../../api/call.js'
import { send } from '../../api/send.js'
import type { Data, Membership } from '../../api/types.js'
import { manageText } from '../../text/manage.js'

const longestSlug = 50

/** A slug from a name: lower-case letters, digits and hyphens, at most 50 characters; `workspace` if nothing is left. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longestSlug)
    .replaceAll(/^-+|-+$/g, '') || 'workspace'

/**
 * Creates a workspace and reloads the user's memberships. Rejects with an ApiError, or with an Error if these do not
 * include the workspace.
 */
export async function createWorkspace(name: string, slug: string): Promise<Membership> {
  const { data } = await send<Data<{ readonly id: string }>>(post('/api/v1/user/workspaces', { name, slug }))
  await loadMe()
  const made = me.value?.workspaces.find(({ id }) => id === data.id)
  if (made === undefined) throw new Error(manageText.theAccountDoesNotListThe)
  return made
}
