import type { KnownQuestion, WorkspaceAsk } from '../../core/contract/index.js'
import type { Tile } from './board.js'
import { isForEverybody, withShared, type Shared } from './question.js'

/** A tile as members see it. */
export const tileBody = ({ saved }: WorkspaceAsk, tile: Tile) => {
  const known = saved.known(tile.question)
  const for_everybody = known !== null && isForEverybody(tile.question, known)
  return { ...tile, asks: known === null ? null : asksOf(known), for_everybody }
}

/** What a client needs to know of a question to draw its answer. */
export const asksOf = ({ key, answer, unit, kind }: KnownQuestion) => ({ key, answer, unit, kind })

/** What the tile's own address answers, asked with what its board says. */
export function tileAnswer({ saved }: WorkspaceAsk, { question }: Tile, shared: Shared): Promise<object> {
  const known = saved.known(question)
  return saved.answer(known === null ? question : withShared(question, known, shared))
}
