import type { Admission, Caller } from './access.js'
import { serviceRef } from './service-ref.js'
import type { Records } from './storage.js'

/** An active public link. */
export interface MadePublicLink {
  readonly id: string
  readonly workspaceId: string
  /** The name of the shared content. */
  readonly name: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/**
 * Supplied by the plugin that issues public links. The bearer of a link's token sees the shared content
 * without an account.
 */
export interface PublicLinkControl {
  /**
   * Returns the link as a caller, a viewer of its workspace. Returns null if the link is unknown or has
   * ended. One record read.
   */
  admit(token: string): Promise<Admission | null>
  /** Returns the links that a user has created, oldest first. `workspaceId` null means all workspaces. */
  madeBy(records: Records, userId: string, workspaceId: string | null): Promise<readonly MadePublicLink[]>
  /** Ends the link and records it in the audit log. */
  end(transaction: Records, link: MadePublicLink, actor: Caller): Promise<void>
  /** Transfers the link to the actor and records it in the audit log. */
  passOn(transaction: Records, link: MadePublicLink, actor: Caller): Promise<void>
}

export const publicLinkControl = serviceRef<PublicLinkControl>('publicLinkControl')
