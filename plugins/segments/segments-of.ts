import { and, column, compare, equals, instant, not, number, type Expr } from '../../contract/index.js'

const day = 86_400_000

/**
 * A segment and its condition on a person. Lifecycle conditions read `first_seen` and `last_seen` over all events up to
 * the end; engagement conditions read `session_count`, the number of sessions inside the range. A person is in one
 * segment of each category, but in none of engagement without a session in the range.
 */
export interface Segment {
  readonly segment: string
  readonly category: 'lifecycle' | 'engagement'
  /** The condition; `end` is the instant of the snapshot, in milliseconds. */
  readonly holds: (end: number) => Expr
}

const seenSince = (which: 'first_seen' | 'last_seen', instantMs: number): Expr =>
  compare('gte', column(which), instant(instantMs))
const isNew = (end: number): Expr => seenSince('first_seen', end - 7 * day)
const lately = (end: number): Expr => seenSince('last_seen', end - 7 * day)
const thisMonth = (end: number): Expr => seenSince('last_seen', end - 30 * day)

const sessions = column('session_count')
const between = (least: number, most: number): Expr =>
  and(compare('gte', sessions, number(least)), compare('lte', sessions, number(most)))

/** All segments, in the order of the answer. */
export const allSegments: readonly Segment[] = [
  { segment: 'new', category: 'lifecycle', holds: isNew },
  { segment: 'returning', category: 'lifecycle', holds: (end) => and(not(isNew(end)), lately(end)) },
  { segment: 'dormant', category: 'lifecycle', holds: (end) => and(not(lately(end)), thisMonth(end)) },
  { segment: 'churned', category: 'lifecycle', holds: (end) => not(thisMonth(end)) },
  { segment: 'one_timer', category: 'engagement', holds: () => equals(sessions, number(1)) },
  { segment: 'casual', category: 'engagement', holds: () => between(2, 4) },
  { segment: 'regular', category: 'engagement', holds: () => between(5, 14) },
  { segment: 'power_user', category: 'engagement', holds: () => compare('gte', sessions, number(15)) },
]
