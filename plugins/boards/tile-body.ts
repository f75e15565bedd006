import {
  asksOf,
  notFound,
  withParameters,
  withShared,
  type JsonValue,
  type SharedValues,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { filtered, misfit } from './board-filter.js'
import type { Tile } from './board.js'
import { isForEverybody } from './question.js'
import { tileQuestions, type ResolvedTile } from './tile-questions.js'

/** Returns tiles as members see them. */
export async function tileBodies(ask: WorkspaceAsk, tiles: readonly Tile[]) {
  const resolved = await ask.use(tileQuestions).resolve(ask, tiles)
  const isShown = await shownTiles(ask)
  return resolved.map((tile) => tileBody(ask, tile, isShown))
}

export async function oneTileBody(ask: WorkspaceAsk, tile: Tile) {
  const [resolved] = await ask.use(tileQuestions).resolve(ask, [tile])
  const isShown = await shownTiles(ask)
  return tileBody(ask, resolved ?? { tile, question: null, saved: null, series: [] }, isShown)
}

function tileBody(ask: WorkspaceAsk, resolved: ResolvedTile, isShown: IsShown) {
  const { tile, question, saved } = resolved
  const { question_id, text, ...rest } = tile
  const known = question === null ? null : ask.saved.known(question)
  const ofSaved = question_id !== null && {
    question_id,
    question_name: saved?.name ?? null,
    missing: question === null,
  }
  return {
    ...rest,
    view: rest.view ?? saved?.view ?? null,
    question,
    ...ofSaved,
    ...(text !== null && { text }),
    asks: known === null ? null : asksOf(known),
    for_everybody: isShown(resolved),
  }
}

type IsShown = (tile: ResolvedTile) => boolean

/**
 * Returns what tells whether public links show a tile, with everything that its formula reads. Text is written for
 * the readers of the board, as its name and description are.
 */
export async function shownTiles({ saved, calculated }: WorkspaceAsk): Promise<IsShown> {
  const properties = (await calculated?.()) ?? new Map()
  return ({ tile, question, series }) =>
    tile.text !== null ||
    [question, ...series].every((one) => {
      const known = one === null ? null : saved.known(one)
      return one !== null && known !== null && isForEverybody(one, known, properties)
    })
}

interface Answering extends SharedValues {
  /** A filter tree; null if there is none. */
  readonly filter: JsonValue
  /** Whether errors must say nothing of the question and the filter. */
  readonly hidden: boolean
  /** Values of a statement's parameters, as JSON. */
  readonly parameters?: string
}

/**
 * Answers the tile's question with the range, time zone and granularity of its board, where the question takes them, over
 * the rows that meet the board's filter. Throws VALIDATION_ERROR if the question cannot take that filter.
 */
export async function tileAnswer(
  { saved }: WorkspaceAsk,
  { tile, question }: ResolvedTile,
  { filter, hidden, parameters, ...shared }: Answering,
): Promise<object> {
  if (tile.text !== null) throw notFound('question: this tile shows text')
  if (question === null) throw notFound('question: the saved question of this tile was deleted or is private')
  const known = saved.known(question)
  if (known === null) return saved.answer(question)
  const asked = parameters === undefined ? question : withParameters(question, known, parameters)
  const over = withShared(asked, known, shared)
  if (filter === null) return saved.answer(over)
  try {
    return await saved.answer(filtered(over, known, filter))
  } catch (error) {
    throw misfit(error, hidden)
  }
}
