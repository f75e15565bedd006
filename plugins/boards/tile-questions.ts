import {
  invalid,
  questionLibrary,
  questionsIn,
  serviceRef,
  unknownQuestion,
  type LibraryQuestion,
  type Records,
  type SavedQuestion,
  type ServiceDependencies,
  type WorkspaceAsk,
} from '../../contract/index.js'
import type { Board, Tile, TileContent } from './board.js'
import { findUses, useOf } from './tiles-repository.js'

type Asking = Pick<WorkspaceAsk, 'workspace' | 'caller'>

/** A tile with the question that it shows to one caller. */
export interface ResolvedTile {
  readonly tile: Tile
  /** Null if the tile shows text, or its saved question was deleted or is hidden from the caller. */
  readonly question: SavedQuestion | null
  /** The saved question; null if the tile has a question of its own. */
  readonly saved: LibraryQuestion | null
  /** The saved questions in the question's formula; null for one that is missing. */
  readonly series: readonly (SavedQuestion | null)[]
}

/** Finds the saved questions that tiles refer to. */
export interface TileQuestions {
  resolve(ask: Asking, tiles: readonly Tile[]): Promise<readonly ResolvedTile[]>
  /**
   * Locks the saved questions of a tile until the transaction ends. Throws VALIDATION_ERROR for one that the caller does
   * not see, and for a private one on a board that others see.
   */
  hold(
    transaction: Records,
    ask: Asking,
    board: Board,
    tile: Pick<TileContent, 'question' | 'question_id'>,
  ): Promise<void>
}

export const tileQuestions = serviceRef<TileQuestions>('tile-questions')

export function createTileQuestions({ find }: Pick<ServiceDependencies, 'find'>): TileQuestions {
  const library = find(questionLibrary)
  library?.usedBy(async (records, { workspace, caller }, id) => {
    const uses = await findUses(records, { workspaceId: workspace.id, callerId: caller.id }, id)
    return uses.map(useOf)
  })
  const known = async (ask: Asking, ids: readonly string[]): Promise<ReadonlyMap<string, LibraryQuestion>> =>
    ids.length === 0 || library === null ? new Map() : library.find(ask, [...new Set(ids)])

  return Object.freeze({
    async resolve(ask, tiles) {
      const shown = await known(
        ask,
        tiles.flatMap(({ question_id }) => question_id ?? []),
      )
      const found = tiles.map((tile) => {
        const saved = tile.question_id === null ? null : (shown.get(tile.question_id) ?? null)
        const question = tile.question ?? saved?.question ?? null
        return { tile, question, saved, ids: question === null ? [] : questionsIn(question) }
      })
      const inner = await known(
        ask,
        found.flatMap(({ ids }) => ids),
      )
      return found.map(({ ids, ...rest }) => ({
        ...rest,
        series: ids.map((id) => inner.get(id)?.question ?? null),
      }))
    },

    async hold(transaction, ask, board, { question, question_id }) {
      const ids = question_id === null ? questionsIn(question ?? { path: '' }) : [question_id]
      if (ids.length === 0) return
      const at = question_id === null ? '/question' : '/question_id'
      if (library === null) throw invalid(at, 'this service has no saved questions')
      const held = await library.hold(transaction, ask, ids)
      for (const id of ids) {
        const found = held.get(id)
        if (found === undefined) throw unknownQuestion(at, id)
        if (!found.shared && board.visibility === 'workspace')
          throw invalid(
            at,
            `question ${JSON.stringify(found.name)} is private; set its visibility to workspace first, or use a private board`,
          )
      }
    },
  } satisfies TileQuestions)
}
