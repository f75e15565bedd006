import {
  aggregate,
  and,
  choose,
  column,
  compare,
  equals,
  instant,
  intervalAt,
  invalid,
  join,
  max,
  min,
  not,
  number,
  peopleOf,
  rowsOf,
  select,
  where,
  type Expr,
  type Interval,
  type LifecycleState,
  type PointRef,
  type Question,
  type Relation,
} from '../../contract/index.js'

const time = column('timestamp')
const one = number(1)

/**
 * The persons of one state in one bucket, with their events in that bucket; `dormant` persons with their events in the
 * period before. Throws a 422 without a bucket or with an unknown state.
 */
export function lifecyclePeople(
  question: Question,
  states: readonly LifecycleState[],
  { bucket, dimension }: PointRef,
): Relation {
  if (bucket === null) throw invalid('date', 'date is required: lifecycle states are per period')
  const state = states.find((name) => name === dimension)
  if (state === undefined)
    throw invalid('dimension', `dimension is required and must be one of ${states.join(', ')}`)

  const own = intervalAt(question, bucket)
  const [previous, start] = periodsAt(question, bucket)
  const history = rowsOf(question, { interval: { from: null, to: own.to } })
  const persons = aggregate(
    history,
    { member: column('person') },
    { first: min(time), active: max(flag(inside(own))), before: max(flag(inside(previous))) },
  )
  const members = select(where(persons, isIn(state, start)), { member: column('member') })
  const rows = rowsOf(question, { interval: state === 'dormant' ? previous : own })
  return peopleOf(join('inner', rows, members, [{ left: 'person', right: 'member' }]))
}

/** The whole period before a bucket's own, and the start of its own, which for the first bucket may precede the range. */
function periodsAt({ edges, before }: Question, bucket: number): readonly [Interval, number] {
  if (bucket === 0) return [before, before.to]
  const start = edges[bucket] ?? before.to
  return [{ from: bucket === 1 ? before.to : (edges[bucket - 1] ?? before.to), to: start }, start]
}

const inside = ({ from, to }: Interval): Expr =>
  and(compare('gte', time, instant(from)), compare('lt', time, instant(to)))

const flag = (when: Expr): Expr => choose([{ when, then: one }], number(0))

function isIn(state: LifecycleState, start: number): Expr {
  const [active, before] = [equals(column('active'), one), equals(column('before'), one)]
  const isNew = compare('gte', column('first'), instant(start))
  switch (state) {
    case 'new':
      return and(active, isNew)
    case 'returning':
      return and(active, before)
    case 'resurrected':
      return and(active, not(before), not(isNew))
    case 'dormant':
      return and(not(active), before)
  }
}
