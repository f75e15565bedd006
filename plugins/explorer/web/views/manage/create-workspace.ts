import { loadMe, me } from '../../api/account.js'
import { post } from '../../api/call.js'
import { send } from '../../api/send.js'
import type { Data, Membership } from '../../api/types.js'

const longestSlug = 50

/** The name as an address has it: letters, digits and hyphens. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longestSlug)
    .replaceAll(/^-+|-+$/g, '') || 'workspace'

/** Makes a workspace; the account knows it afterwards. */
export async function createWorkspace(name: string, slug: string): Promise<Membership> {
  const { data } = await send<Data<{ readonly id: string }>>(post('/api/v1/user/workspaces', { name, slug }))
  await loadMe()
  const made = me.value?.workspaces.find(({ id }) => id === data.id)
  if (made === undefined) throw new Error('the new workspace is not among those of the account')
  return made
}
