import { rowsOf, type Question, type Relation } from '../../core/contract/index.js'

/** The moment that the segments are a picture of: the range's end; or now, if that is earlier. */
export const endOf = ({ now, range, edges }: Question): number =>
  isAhead(edges) ? range.from : Math.min(range.to, now + 1)

/** Of a range wholly in the future nothing is known, not even who will have been there before. */
const isAhead = (edges: readonly number[]): boolean => edges.length === 0

/** Every event up to the end that passes the conditions, those before the range included. */
export function historyOf(question: Question): Relation {
  const to = endOf(question)
  return rowsOf(unsplit(question), { interval: { from: isAhead(question.edges) ? to : null, to } })
}

/** Those inside the range. */
export const rowsInside = (question: Question): Relation =>
  rowsOf(unsplit(question), { interval: { from: question.range.from, to: endOf(question) } })

const unsplit = (question: Question): Question => ({ ...question, breakdown: null })
