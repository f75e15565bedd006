import { and, column, compare, equals, instant, not, number, type Expr } from '../../core/contract/index.js'

const day = 86_400_000

/**
 * A segment and what of a person puts it there. Lifecycle asks for `first_seen` and `last_seen`, of all events up to the
 * end; engagement for `session_count`, the sessions inside the range. A person is in one segment of either category,
 * or in none of engagement: without a session in the range.
 */
export interface Segment {
  readonly segment: string
  readonly category: 'lifecycle' | 'engagement'
  /** `end`: the instant at which the snapshot is taken. */
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

/** In the order in which they are listed. */
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
