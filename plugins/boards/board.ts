import type { SavedQuestion } from '../../core/contract/index.js'

export const visibilities = ['workspace', 'private'] as const

export interface Board {
  readonly id: string
  readonly workspace_id: string
  /** A user's id, or a key's. */
  readonly owner_id: string
  readonly name: string
  readonly description: string | null
  /** A private one is its owner's alone. */
  readonly visibility: (typeof visibilities)[number]
  /** What its tiles are asked with instead of their own; null: each keeps its own. */
  readonly range: string | null
  readonly timezone: string | null
  readonly granularity: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** What a caller says of a board. */
export type BoardFields = Pick<
  Board,
  'name' | 'description' | 'visibility' | 'range' | 'timezone' | 'granularity'
>

/** Where a tile stands on a grid of twelve columns, and how many columns and rows it takes. */
export interface GridPlace {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface Tile extends GridPlace {
  readonly id: string
  readonly title: string
  /** How it is drawn: a word between the clients of boards. */
  readonly chart: string
  /** Where a client shows the question by itself, in its own terms. */
  readonly view: string | null
  readonly question: SavedQuestion
}

export type TileFields = Omit<Tile, 'id'>

export interface Link {
  readonly id: string
  readonly board_id: string
  readonly created_by: string
  readonly created_at: Date
  readonly expires_at: Date
}

export const columns = 12
export const mostTiles = 50
export const mostLinks = 20
