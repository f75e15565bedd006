import type { Admission } from './access.js'
import { serviceRef } from './service-ref.js'

/** Supplied by the plugin that hands out links: who holds its token sees what the link shows, and has no account. */
export interface LinkControl {
  /** The link as a caller, in its workspace as a viewer. One record read; null: there is no such link, or no longer. */
  admit(token: string): Promise<Admission | null>
}

export const linkControl = serviceRef<LinkControl>('linkControl')
