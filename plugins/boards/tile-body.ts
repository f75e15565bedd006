import type { KnownQuestion, WorkspaceAsk } from '../../core/contract/index.js'
import type { Tile } from './board.js'
import { isForEverybody, withShared, type Shared } from './question.js'

/** Returns a tile as members see it. */
export const tileBody = ({ saved }: WorkspaceAsk, tile: Tile) => {
  const known = saved.known(tile.question)
  const for_everybody = known !== null && isForEverybody(tile.question, known)
  return { ...tile, asks: known === null ? null : asksOf(known), for_everybody }
}

/** Returns what a client needs to draw the answer of a question. */
export const asksOf = ({ key, answer, unit, kind }: KnownQuestion) => ({ key, answer, unit, kind })

/** Answers the tile's question with the range, time zone and granularity of its board, where the question takes them. */
export function tileAnswer({ saved }: WorkspaceAsk, { question }: Tile, shared: Shared): Promise<object> {
  const known = saved.known(question)
  return saved.answer(known === null ? question : withShared(question, known, shared))
}
