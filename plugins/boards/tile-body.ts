import {
  asksOf,
  notFound,
  withShared,
  type SharedValues,
  type WorkspaceAsk,
} from '../../core/contract/index.js'
import type { Tile } from './board.js'
import { isForEverybody } from './question.js'
import { tileQuestions, type ResolvedTile } from './tile-questions.js'

/** Returns tiles as members see them. */
export async function tileBodies(ask: WorkspaceAsk, tiles: readonly Tile[]) {
  const resolved = await ask.use(tileQuestions).resolve(ask, tiles)
  return resolved.map((tile) => tileBody(ask, tile))
}

export async function oneTileBody(ask: WorkspaceAsk, tile: Tile) {
  const [resolved] = await ask.use(tileQuestions).resolve(ask, [tile])
  return tileBody(ask, resolved ?? { tile, question: null, saved: null, series: [] })
}

function tileBody(ask: WorkspaceAsk, resolved: ResolvedTile) {
  const { tile, question, saved } = resolved
  const { question_id, ...rest } = tile
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
    asks: known === null ? null : asksOf(known),
    for_everybody: isShown(ask, resolved),
  }
}

/** Returns whether public links show the tile, with everything that its formula reads. */
export function isShown({ saved }: Pick<WorkspaceAsk, 'saved'>, { question, series }: ResolvedTile): boolean {
  return [question, ...series].every((one) => {
    const known = one === null ? null : saved.known(one)
    return one !== null && known !== null && isForEverybody(one, known)
  })
}

/** Answers the tile's question with the range, time zone and granularity of its board, where the question takes them. */
export async function tileAnswer(
  { saved }: WorkspaceAsk,
  { question }: ResolvedTile,
  shared: SharedValues,
): Promise<object> {
  if (question === null) throw notFound('question: the saved question of this tile was deleted or is private')
  const known = saved.known(question)
  return saved.answer(known === null ? question : withShared(question, known, shared))
}
