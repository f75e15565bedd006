import type { Call } from '../api/call.js'
import type { Me, Membership } from '../api/types.js'

/** Messages between the explorer and the document in which a page runs (frame/). */

/** A page in the answer of GET /api/v1/pages. */
export interface PluginPage {
  readonly key: string
  readonly plugin: string
  readonly title: string
  readonly summary: string
  readonly group: string | null
  readonly icon: string | null
  readonly path: string
  readonly module: string
  readonly styles: readonly string[]
}

export type Query = Readonly<Record<string, string>>

/** The first message to a frame; a port for the others comes with it. */
export interface Start {
  readonly page: PluginPage
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  readonly workspace: Membership
  readonly user: Me['user']
  readonly theme: 'light' | 'dark'
}

/** The first message of a frame, to its parent window: it is ready for `Start`. */
export const ready = 'sextant.frame.ready'

export type ToFrame =
  | { readonly kind: 'ping' }
  | { readonly kind: 'theme'; readonly theme: Start['theme'] }
  | { readonly kind: 'query'; readonly query: Query }
  | {
      readonly kind: 'answer'
      readonly id: number
      readonly status: number
      readonly headers: readonly (readonly [string, string])[]
      readonly body: ArrayBuffer
    }
  /** The service could not be reached. */
  | { readonly kind: 'unanswered'; readonly id: number }

export type FromFrame =
  | { readonly kind: 'pong' }
  /** The page has content. */
  | { readonly kind: 'shown' }
  /** The page cannot be shown. */
  | { readonly kind: 'failed'; readonly message: string }
  /** An error that nothing caught; the page is still there. */
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'call'; readonly id: number; readonly call: Call }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'navigate'; readonly href: string; readonly replace: boolean }
  | {
      readonly kind: 'query'
      readonly changes: Readonly<Record<string, string | null>>
      readonly replace: boolean
    }
  | { readonly kind: 'toast'; readonly text: string; readonly bad: boolean }
  /** A key that the page did not use, for the explorer's shortcuts. */
  | { readonly kind: 'key'; readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean }
