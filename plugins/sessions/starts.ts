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
} from '../../contract/index.js'

/** The condition on rows of sessions; events without a session id belong to none. */
export const inSession = not(missing(column('session')))

const oldest = [column('timestamp'), column('seq')] as const
/** A column of the session's first event. */
export const atStart = (name: string): Measure => first(column(name), ...oldest)

/** The columns that peopleOf() reads, from the session's first event. */
export const ofPerson: Readonly<Record<string, Measure>> = Object.fromEntries(
  ['person', 'device_id', 'user_id', 'seq'].map((name) => [name, atStart(name)]),
)

/**
 * The sessions that started in the range: one row each with `session`, `timestamp` (of its first event) and `measures`
 * over its events. Only events that pass the conditions count, before the range as well: a session with one there did
 * not start in the range. If `to` is null, events after the range are included.
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

/** The sessions of the range that had an event before it. Joining first keeps out all other sessions of history. */
function begunBefore(question: Question): Relation {
  const plain = { ...question, breakdown: null }
  const present = aggregate(rowsOf(plain, { where: inSession }), { present: column('session') }, {})
  const history = rowsOf(plain, { where: inSession, interval: { from: null, to: question.range.from } })
  const begun = join('inner', history, present, [{ left: 'session', right: 'present' }])
  return aggregate(begun, { begun: column('session') }, { before: count() })
}

/** `startedSessions`, with the `dimension` of each session's first event if the question has a breakdown. */
export function splitSessions(
  question: Question,
  measures: Readonly<Record<string, Measure>> = {},
): Relation {
  const { breakdown } = question
  if (breakdown === null) return startedSessions(question, measures)
  const kept = keptLabels(labelledRows(question, { where: inSession }), breakdown)
  return withDimension(startedSessions(question, { ...measures, label: atStart('label') }), kept)
}
