import {
  aggregate,
  column,
  compare,
  count,
  first,
  instant,
  join,
  keptLabels,
  labelledRows,
  min,
  missing,
  not,
  rowsOf,
  where,
  withDimension,
  type Measure,
  type Question,
  type Relation,
} from '../../core/contract/index.js'

/** Events without a session id belong to no session. */
export const inSession = not(missing(column('session')))

const oldest = [column('timestamp'), column('seq')] as const
export const atStart = (name: string): Measure => first(column(name), ...oldest)

/** Who a session is of: what peopleOf() reads. */
export const ofPerson: Readonly<Record<string, Measure>> = Object.fromEntries(
  ['person', 'device_id', 'user_id', 'seq'].map((name) => [name, atStart(name)]),
)

/**
 * The sessions that started in the range: one row a session with `session`, `timestamp` (its first event) and
 * `measures` over its events. What counts as its events are those that pass the conditions, before the range too: a
 * session that had one there did not start in it. `to` null: with the events after the range.
 */
export function startedSessions(
  question: Question,
  measures: Readonly<Record<string, Measure>>,
  to: number | null = question.range.to,
): Relation {
  const { from } = question.range
  const session = { session: column('session') }
  const rows = labelledRows(question, { where: inSession, interval: { from, to } })
  const active = aggregate(rows, session, { timestamp: min(column('timestamp')), ...measures })
  const inside = where(active, compare('lt', column('timestamp'), instant(question.range.to)))
  return where(join('left', inside, begunBefore(question), [{ left: 'session', right: 'begun' }]), isNew)
}

const isNew = missing(column('before'))

/** Of the sessions of the range, those that had an event before it; the others of all history need not be kept. */
function begunBefore(question: Question): Relation {
  const plain = { ...question, breakdown: null }
  const present = aggregate(rowsOf(plain, { where: inSession }), { present: column('session') }, {})
  const history = rowsOf(plain, { where: inSession, interval: { from: null, to: question.range.from } })
  const begun = join('inner', history, present, [{ left: 'session', right: 'present' }])
  return aggregate(begun, { begun: column('session') }, { before: count() })
}

/** The same with the `dimension` of each session's first event, if the question has a breakdown. */
export function splitSessions(
  question: Question,
  measures: Readonly<Record<string, Measure>> = {},
): Relation {
  const { breakdown } = question
  if (breakdown === null) return startedSessions(question, measures)
  const kept = keptLabels(labelledRows(question, { where: inSession }), breakdown)
  return withDimension(startedSessions(question, { ...measures, label: atStart('label') }), kept)
}
