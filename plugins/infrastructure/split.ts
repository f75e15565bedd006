import {
  aggregate,
  bucket,
  column,
  keptLabels,
  splitOf,
  withDimension,
  type Expr,
  type Measure,
  type Question,
  type Relation,
} from '../../contract/index.js'

/** The columns that identify a point of the answer: `bucket`, and `dimension` with a breakdown. */
export const placeOf = (question: Question): Readonly<Record<string, Expr>> =>
  Object.fromEntries(['bucket', ...splitOf(question)].map((name) => [name, column(name)]))

/** `rows` with their `dimension`; the labels with the most `points` are kept, whatever the rows derived from them are. */
export const dimensioned = (question: Question, rows: Relation, points: Relation): Relation =>
  question.breakdown === null ? rows : withDimension(rows, keptLabels(points, question.breakdown))

/** The measures for each bucket (and dimension) and for the whole range, as a series requires; `also` adds keys. */
export function grouped(
  question: Question,
  rows: Relation,
  measures: Readonly<Record<string, Measure>>,
  also: Readonly<Record<string, Expr>> = {},
): Relation {
  const by = { ...placeOf(question), bucket: bucket(column('timestamp'), question.edges), ...also }
  const keys = Object.keys(also)
  const sets = splitOf(question).length > 0 ? [['bucket', 'dimension'], ['dimension'], []] : [['bucket'], []]
  return aggregate(
    rows,
    by,
    measures,
    sets.map((set) => [...set, ...keys]),
  )
}
