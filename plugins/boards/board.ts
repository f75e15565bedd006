import type { JsonValue, SavedQuestion } from '../../contract/index.js'

export const visibilities = ['workspace', 'private'] as const

export interface Board {
  readonly id: string
  readonly workspace_id: string
  /** The id of a user or of a key. */
  readonly owner_id: string
  readonly name: string
  readonly description: string | null
  /** `private`: only the owner sees the board. */
  readonly visibility: (typeof visibilities)[number]
  /** The range of all tiles; null if each tile keeps its own. The same holds for `timezone` and `granularity`. */
  readonly range: string | null
  readonly timezone: string | null
  readonly granularity: string | null
  /** A filter tree that the rows of all tiles must meet, in addition to each tile's own filters; null if there is none. */
  readonly filter: JsonValue
  readonly created_at: Date
  readonly updated_at: Date
}

/** The fields of a board that a caller sets. */
export type BoardFields = Pick<
  Board,
  'name' | 'description' | 'visibility' | 'range' | 'timezone' | 'granularity' | 'filter'
>

/** What a board sets for its tiles. */
export type Shared = Pick<Board, 'range' | 'timezone' | 'granularity' | 'filter'>

/** Position and size of a tile, in columns and rows of a grid of twelve columns. */
export interface GridPlace {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface Tile extends GridPlace {
  readonly id: string
  readonly title: string
  /** How clients draw the tile; the service does not interpret it. */
  readonly chart: string
  /** Path at which a client shows the question by itself; the service only checks that it stays on this site. */
  readonly view: string | null
  /** The question that the tile shows; null if it shows a saved one, or text. */
  readonly question: SavedQuestion | null
  /** The saved question that the tile shows; null if it has its own, or shows text. */
  readonly question_id: string | null
  /** The Markdown that the tile shows; null if it shows a question. */
  readonly text: string | null
}

export type TileFields = Omit<Tile, 'id'>

/** What a tile shows: exactly one of these is not null. */
export type TileContent = Pick<Tile, 'question' | 'question_id' | 'text'>

export interface PublicLink {
  readonly id: string
  readonly board_id: string
  readonly created_by: string
  readonly created_at: Date
  readonly expires_at: Date
}

export const columns = 12
/** In characters. */
export const longestName = 200
export const mostTiles = 50
/** In characters. */
export const longestText = 10_000
export const mostLinks = 20
/** In bytes of JSON; with the longest one of a tile, it still fits into a query string. */
export const longestFilter = 7_000
