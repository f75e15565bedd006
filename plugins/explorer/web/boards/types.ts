import type { Version } from '../history/history-dialog.js'

/** The place and size of a tile, in cells of a grid with twelve columns. */
export interface GridPlace {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The metric of a tile's question, as needed to draw its data. */
export interface Asks {
  readonly key: string
  readonly answer: string
  readonly unit: string | null
  readonly kind: string | null
}

export interface ShownTile extends GridPlace {
  readonly id: string
  readonly title: string
  readonly chart: string
  readonly asks: Asks | null
  /** The Markdown of a tile that shows text; absent if it shows a question. */
  readonly text?: string
}

export interface Question {
  readonly path: string
  readonly query?: string
  readonly body?: unknown
}

export interface Tile extends ShownTile {
  /** The explorer address the tile was created from. */
  readonly view: string | null
  /** Null if the tile shows text, or its saved question is missing. */
  readonly question: Question | null
  /** The saved question that the tile shows; absent if it has its own. */
  readonly question_id?: string
  readonly question_name?: string | null
  /** The saved question was deleted, or is private to someone else. */
  readonly missing?: boolean
  /** Whether public links show it. */
  readonly for_everybody: boolean
}

export interface BoardHead {
  readonly id: string
  readonly owner_id: string
  readonly name: string
  readonly description: string | null
  readonly visibility: 'workspace' | 'private'
  readonly range: string | null
  readonly timezone: string | null
  readonly granularity: string | null
  /** A filter tree of all tiles; null if there is none. */
  readonly filter: unknown
  readonly updated_at: string
}

export interface ListedBoard extends BoardHead {
  readonly tile_count: number
}

/** A board as it was after a change. */
export interface BoardVersion extends Version {
  readonly tile_count: number
}

export interface Board extends BoardHead {
  readonly tiles: readonly Tile[]
}
