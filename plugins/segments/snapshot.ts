import { rowsOf, type Question, type Relation } from '../../contract/index.js'

/** The instant of the snapshot, in milliseconds: the range's end, or just after now if that is earlier. */
export const endOf = ({ now, range, edges }: Question): number =>
  isAhead(edges) ? range.from : Math.min(range.to, now + 1)

/** True if the whole range is in the future. Its segments are empty, even those that need only history. */
const isAhead = (edges: readonly number[]): boolean => edges.length === 0

/** The events up to the snapshot that pass the conditions, including those before the range. */
export function historyOf(question: Question): Relation {
  const to = endOf(question)
  return rowsOf(unsplit(question), { interval: { from: isAhead(question.edges) ? to : null, to } })
}

/** The events inside the range, up to the snapshot, that pass the conditions. */
export const rowsInside = (question: Question): Relation =>
  rowsOf(unsplit(question), { interval: { from: question.range.from, to: endOf(question) } })

const unsplit = (question: Question): Question => ({ ...question, breakdown: null })
