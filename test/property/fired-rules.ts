/**
 * The rules that fire for the plans of each question of the bench, and of two about calculated properties, on
 * ClickHouse and on Postgres; plans are separated by |. Rules that always run are left out.
 */
export const firedRules: Readonly<Record<string, readonly [string, string]>> = {
  'events, daily': ['match-views', 'match-views'],
  'events of one name, daily': ['match-views', 'match-views'],
  'event:name': ['match-views', 'match-views'],
  'events by os, daily': ['breakdown-to-lists + match-views', ''],
  'events by country and os, daily': ['breakdown-to-lists + match-views', ''],
  'events by country, daily': ['breakdown-to-lists + match-views', ''],
  'top events': ['match-views', 'match-views'],
  'formula, events by active users': [
    'match-views | match-views + distinct-to-bitmap + resolve-after-grouping',
    'match-views | match-views + distinct-to-bitmap + resolve-after-grouping + match-device-days',
  ],
  'top sessions by country': [
    'join-to-semi-join + ends-by-slot + match-views + times-by-slot + ungroup-keys',
    'match-views',
  ],
  'sessions started, daily': [
    'join-to-semi-join + match-views + times-by-slot + ungroup-keys + group-with-history',
    'match-views',
  ],
  dau: [
    'match-views + distinct-to-bitmap + resolve-after-grouping',
    'match-views + distinct-to-bitmap + resolve-after-grouping + match-device-days',
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
    'match-views + distinct-to-bitmap + identity-semi-join + resolve-after-grouping + match-device-days',
  ],
  'sessions, unique': ['match-views + distinct-to-bitmap', 'match-views'],
  wau: ['match-views + resolve-after-grouping', 'match-views + resolve-after-grouping + match-device-days'],
  mau: ['match-views + resolve-after-grouping', 'match-views + resolve-after-grouping + match-device-days'],
  'stickiness, daily': [
    'match-views + resolve-after-grouping',
    'match-views + resolve-after-grouping + match-device-days',
  ],
  'stickiness, weekly': [
    'match-views + resolve-after-grouping',
    'match-views + resolve-after-grouping + match-device-days',
  ],
  'lifecycle, weekly, 12 weeks': [
    'match-views + resolve-after-grouping',
    'match-views + resolve-after-grouping + match-device-days',
  ],
  'lifecycle, daily, 12 weeks': ['match-views + resolve-after-grouping', 'match-views'],
  'retention, any event, weekly × 8, 90 days': [
    'match-views + resolve-after-grouping',
    'match-views + resolve-after-grouping + match-device-days',
  ],
  'retention, one event then another, 90 days': ['resolve-after-grouping', 'resolve-after-grouping'],
  'retention, any event, by country': ['ends-by-slot + match-views', ''],
  'events of persons without an event, daily': ['join-to-semi-join + match-views', 'match-views'],
  'first time of an event, daily': ['', ''],
  'per actor, p90 of one event, daily': ['', ''],
  'grouped by country, p90 of events': [
    'match-views | match-views',
    'push-aggregate-below-identity | match-views',
  ],
  segments: ['match-views + times-by-slot', 'match-views'],
  'funnel, 3 steps, 30 days': ['drop-implied-conditions + resolve-after-grouping', ''],
  'funnel, 5 steps, 30 days': ['drop-implied-conditions + resolve-after-grouping', ''],
  'funnel, 5 steps, 90 days': ['drop-implied-conditions + resolve-after-grouping', ''],
  'funnel, 3 steps, by country': [
    'drop-implied-conditions + resolve-after-grouping + labels-to-positions',
    '',
  ],
  'funnel trend, 3 steps, daily': ['drop-implied-conditions + resolve-after-grouping', ''],
  'events where plan is pro, daily': ['', ''],
  'dau where plan is pro': [
    'distinct-to-bitmap + resolve-after-grouping',
    'distinct-to-bitmap + resolve-after-grouping',
  ],
  'events by plan, daily': ['breakdown-to-lists', ''],
  'events by plan and country, daily': ['breakdown-to-lists', ''],
  'events by ten bins of amount, daily': [' | breakdown-to-lists', ' | '],
  'one event by plan': ['breakdown-to-lists', ''],
  'sum of amount, daily': ['', ''],
  'newest 100 events': ['defer-identity-join + read-in-order', 'defer-identity-join'],
  'newest 100 of one event': ['defer-identity-join + read-in-order', 'defer-identity-join'],
  'list: users/raw': [
    'top-k-then-fetch + match-views + identity-semi-join + push-aggregate-below-identity',
    'top-k-then-fetch + match-views + identity-semi-join',
  ],
  'list: dau/raw': [
    'top-k-then-fetch + match-views + identity-semi-join + push-aggregate-below-identity',
    'top-k-then-fetch + match-views + identity-semi-join',
  ],
  'list: sessions/raw': [
    'top-k-then-fetch + join-to-semi-join + match-views + ungroup-keys + identity-semi-join + defer-identity-join',
    'top-k-then-fetch + match-views + identity-semi-join + defer-identity-join',
  ],
  'list: wau/raw': [
    'top-k-then-fetch + match-views + identity-semi-join + push-aggregate-below-identity',
    'top-k-then-fetch + match-views + identity-semi-join',
  ],
  'list: mau/raw': [
    'top-k-then-fetch + match-views + identity-semi-join + push-aggregate-below-identity',
    'top-k-then-fetch + match-views + identity-semi-join',
  ],
  'list: segments/power_user': [
    'top-k-then-fetch + match-views + identity-semi-join + push-aggregate-below-identity',
    'top-k-then-fetch + match-views + identity-semi-join',
  ],
  'list: segments/churned': [
    'top-k-then-fetch + match-views + identity-semi-join + push-aggregate-below-identity',
    'top-k-then-fetch + match-views + identity-semi-join',
  ],
  'people behind a day of dau': ['push-aggregate-below-identity', ''],
  'people who dropped out of a funnel': [
    'top-k-then-fetch + drop-implied-conditions + identity-semi-join + push-aggregate-below-identity + resolve-after-grouping',
    'top-k-then-fetch + identity-semi-join',
  ],
  'sum of amount per actor, one event': ['', ''],
  'logs, daily': ['', ''],
  'top logs by level': ['', ''],
  'newest 100 logs': ['read-in-order', ''],
  'gauge, average, daily': ['', ''],
  'counter, rate, daily': ['', ''],
  'events where upper(plan) is PRO': ['narrow-text-tests', 'narrow-text-tests'],
  'sum of amount * 2': ['drop-inner-bounds', 'drop-inner-bounds'],
}
