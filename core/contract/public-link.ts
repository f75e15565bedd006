import type { Admission, Caller } from './access.js'
import { serviceRef } from './service-ref.js'
import type { Records } from './storage.js'

/** A public link that still opens something. */
export interface MadeLink {
  readonly id: string
  readonly workspaceId: string
  /** Of what it shows. */
  readonly name: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Supplied by the plugin that hands out links: who holds its token sees what the link shows, and has no account. */
export interface LinkControl {
  /** The link as a caller, in its workspace as a viewer. One record read; null: there is no such link, or no longer. */
  admit(token: string): Promise<Admission | null>
  /** The links that a user has made, the oldest first; `workspaceId` null: in all workspaces. */
  madeBy(records: Records, userId: string, workspaceId: string | null): Promise<readonly MadeLink[]>
  /** It opens nothing from now on; audited, as passing on is. */
  end(transaction: Records, link: MadeLink, actor: Caller): Promise<void>
  /** The link is the actor's from now on. */
  passOn(transaction: Records, link: MadeLink, actor: Caller): Promise<void>
}

export const linkControl = serviceRef<LinkControl>('linkControl')
