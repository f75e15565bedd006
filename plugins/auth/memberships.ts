import { serviceRef, type Records, type WorkspaceRole } from '../../contract/index.js'

/** The service of the plugin `admin` that adds users to workspaces. */
interface Memberships {
  add(
    transaction: Records,
    workspaceId: string,
    member: { readonly userId: string; readonly role: WorkspaceRole },
  ): Promise<void>
}

export const memberships = serviceRef<Memberships>('memberships')
