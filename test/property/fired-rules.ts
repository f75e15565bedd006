/**
 * The rules that fire for the plans of each question of the bench, and of two about calculated properties, on
 * ClickHouse and on Postgres; plans are separated by |. Rules that always run are left out.
 */
export const firedRules: Readonly<Record<string, readonly [string, string]>> = {
  'events, daily': ['match-views', 'match-views'],
  'events of one name, daily': ['match-views', 'match-views'],
  'event:name': ['match-views', 'match-views'],
  'events by os, daily': ['match-views', ''],
  'events by country and os, daily': ['match-views', ''],
  'events by country, daily': ['match-views', ''],
  'top events': ['match-views', 'match-views'],
  'formula, events by active users': [
    'match-views | match-views + distinct-to-bitmap + resolve-after-grouping',
    'match-views | match-views + push-aggregate-below-identity',
  ],
  'top sessions by country': ['join-to-semi-join + match-views + ungroup-keys', 'match-views'],
  'sessions started, daily': ['join-to-semi-join + match-views + ungroup-keys', 'match-views'],
  dau: [
    'match-views + distinct-to-bitmap + resolve-after-grouping',
    'match-views + push-aggregate-below-identity',
  ],
  'dau by country': [
    'breakdown-to-bitmap + match-views + resolve-after-grouping',
    'push-aggregate-below-identity',
  ],
  'dau by os': [
    'breakdown-to-bitmap + match-views + resolve-after-grouping',
    'push-aggregate-below-identity',
  ],
  'dau by country and os': [
    'breakdown-to-bitmap + match-views + resolve-after-grouping',
    'push-aggregate-below-identity',
  ],
  users: [
    'match-views + distinct-to-bitmap + identity-semi-join + resolve-after-grouping',
    'match-views + identity-semi-join + push-aggregate-below-identity',
  ],
  'sessions, unique': ['match-views + distinct-to-bitmap', 'match-views'],
  wau: ['match-views + resolve-after-grouping', 'match-views + push-aggregate-below-identity'],
  mau: ['match-views + resolve-after-grouping', 'match-views + push-aggregate-below-identity'],
  'stickiness, daily': [
    'match-views + resolve-after-grouping',
    'match-views + push-aggregate-below-identity',
  ],
  'stickiness, weekly': [
    'match-views + resolve-after-grouping',
    'match-views + push-aggregate-below-identity',
  ],
  'lifecycle, weekly, 12 weeks': [
    'match-views + resolve-after-grouping',
    'match-views + push-aggregate-below-identity',
  ],
  'lifecycle, daily, 12 weeks': [
    'match-views + resolve-after-grouping',
    'match-views + push-aggregate-below-identity',
  ],
  'retention, any event, weekly × 8, 90 days': [
    'match-views + push-aggregate-below-identity',
    'match-views + push-aggregate-below-identity',
  ],
  'retention, one event then another, 90 days': [
    'push-aggregate-below-identity',
    'push-aggregate-below-identity',
  ],
  'retention, any event, by country': [
    'match-views + push-aggregate-below-identity',
    'match-views + push-aggregate-below-identity',
  ],
  'events of persons without an event, daily': [
    'join-to-semi-join + match-views + push-aggregate-below-identity',
    'match-views + push-aggregate-below-identity',
  ],
  'first time of an event, daily': ['push-aggregate-below-identity', 'push-aggregate-below-identity'],
  'per actor, p90 of one event, daily': ['push-aggregate-below-identity', 'push-aggregate-below-identity'],
  'grouped by country, p90 of events': [
    'match-views + push-aggregate-below-identity | match-views',
    'push-aggregate-below-identity | match-views',
  ],
  segments: ['match-views + push-aggregate-below-identity', 'match-views + push-aggregate-below-identity'],
  'funnel, 3 steps, 30 days': ['drop-implied-conditions', ''],
  'funnel, 5 steps, 30 days': ['drop-implied-conditions', ''],
  'funnel, 5 steps, 90 days': ['drop-implied-conditions', ''],
  'funnel, 3 steps, by country': ['drop-implied-conditions', ''],
  'funnel trend, 3 steps, daily': ['drop-implied-conditions', ''],
  'events where plan is pro, daily': ['', ''],
  'dau where plan is pro': ['distinct-to-bitmap + resolve-after-grouping', 'push-aggregate-below-identity'],
  'events by plan, daily': ['', ''],
  'events by plan and country, daily': ['', ''],
  'events by ten bins of amount, daily': [' | ', ' | '],
  'one event by plan': ['', ''],
  'sum of amount, daily': ['', ''],
  'newest 100 events': ['defer-identity-join + read-in-order', 'defer-identity-join'],
  'newest 100 of one event': ['defer-identity-join + read-in-order', 'defer-identity-join'],
  'list: users/raw': [
    'top-k-then-fetch + match-views + identity-semi-join + push-aggregate-below-identity',
    'top-k-then-fetch + match-views + identity-semi-join + push-aggregate-below-identity',
  ],
  'list: dau/raw': [
    'top-k-then-fetch + match-views + identity-semi-join + push-aggregate-below-identity',
    'top-k-then-fetch + match-views + identity-semi-join + push-aggregate-below-identity',
  ],
  'list: sessions/raw': [
    'top-k-then-fetch + join-to-semi-join + match-views + ungroup-keys + identity-semi-join + defer-identity-join',
    'top-k-then-fetch + match-views + identity-semi-join + defer-identity-join',
  ],
  'list: wau/raw': [
    'top-k-then-fetch + match-views + identity-semi-join + push-aggregate-below-identity',
    'top-k-then-fetch + match-views + identity-semi-join + push-aggregate-below-identity',
  ],
  'list: mau/raw': [
    'top-k-then-fetch + match-views + identity-semi-join + push-aggregate-below-identity',
    'top-k-then-fetch + match-views + identity-semi-join + push-aggregate-below-identity',
  ],
  'list: segments/power_user': [
    'top-k-then-fetch + match-views + identity-semi-join + push-aggregate-below-identity',
    'top-k-then-fetch + match-views + identity-semi-join',
  ],
  'list: segments/churned': [
    'top-k-then-fetch + match-views + identity-semi-join + push-aggregate-below-identity',
    'top-k-then-fetch + match-views + identity-semi-join + push-aggregate-below-identity',
  ],
  'people behind a day of dau': ['push-aggregate-below-identity', ''],
  'people who dropped out of a funnel': [
    'top-k-then-fetch + drop-implied-conditions + identity-semi-join + push-aggregate-below-identity',
    'top-k-then-fetch + identity-semi-join + push-aggregate-below-identity',
  ],
  'sum of amount per actor, one event': ['push-aggregate-below-identity', 'push-aggregate-below-identity'],
  'logs, daily': ['', ''],
  'top logs by level': ['', ''],
  'newest 100 logs': ['read-in-order', ''],
  'gauge, average, daily': ['', ''],
  'counter, rate, daily': ['', ''],
  'events where upper(plan) is PRO': ['narrow-text-tests', 'narrow-text-tests'],
  'sum of amount * 2': ['drop-inner-bounds', 'drop-inner-bounds'],
}
