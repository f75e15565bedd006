import type { Asks, Question } from '../boards/types.js'

/** A question of the library. */
export interface SavedQuestion {
  readonly id: string
  readonly owner_id: string
  readonly owner_email: string | null
  readonly name: string
  readonly description: string | null
  readonly tags: readonly string[]
  readonly question: Question
  readonly chart: string
  readonly view: string | null
  readonly visibility: 'workspace' | 'private'
  readonly favourite: boolean
  readonly version: number
  readonly asks: Asks | null
  readonly updated_at: string
}

export interface Uses {
  readonly uses: readonly { readonly kind: string; readonly id: string; readonly label: string }[]
  /** The number of uses that the user does not see. */
  readonly hidden: number
}
