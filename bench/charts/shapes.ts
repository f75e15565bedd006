/** A chart of docs/performance.md: the questions of one shape. */
export interface Shape {
  /** The file's name, without its ending. */
  readonly key: string
  readonly title: string
  /** Names of bench questions, in the order of the chart. */
  readonly questions: readonly string[]
}

/** Every question of the bench is in exactly one of these (bench/charts/charts.test.ts). */
export const shapes: readonly Shape[] = [
  {
    key: 'counts',
    title: 'Counts of events',
    questions: [
      'events, daily',
      'events of one name, daily',
      'event:name',
      'events by country, daily',
      'events by os, daily',
      'events by country and os, daily',
      'events by plan and country, daily',
      'events by ten bins of amount, daily',
      'top events',
      'formula, events by active users',
    ],
  },
  {
    key: 'active-users',
    title: 'Active users',
    questions: [
      'dau',
      'dau by country',
      'dau by os',
      'dau by country and os',
      'users',
      'wau',
      'mau',
      'stickiness, daily',
      'stickiness, weekly',
    ],
  },
  {
    key: 'sessions',
    title: 'Sessions',
    questions: [
      'sessions, unique',
      'sessions started, daily',
      'top sessions by country',
      'list: sessions/raw',
    ],
  },
  {
    key: 'cohorts',
    title: 'Lifecycle and retention',
    questions: [
      'lifecycle, weekly, 12 weeks',
      'lifecycle, daily, 12 weeks',
      'retention, any event, weekly × 8, 90 days',
      'retention, any event, by country',
      'retention, one event then another, 90 days',
    ],
  },
  {
    key: 'funnels',
    title: 'Funnels',
    questions: [
      'funnel, 3 steps, 30 days',
      'funnel, 5 steps, 30 days',
      'funnel, 5 steps, 90 days',
      'funnel, 3 steps, by country',
      'funnel trend, 3 steps, daily',
    ],
  },
  {
    key: 'persons',
    title: 'Figures per person',
    questions: [
      'first time of an event, daily',
      'per actor, p90 of one event, daily',
      'grouped by country, p90 of events',
      'sum of amount per actor, one event',
      'segments',
      'events of persons without an event, daily',
    ],
  },
  {
    key: 'properties',
    title: 'Properties, read from JSON',
    questions: [
      'events where plan is pro, daily',
      'dau where plan is pro',
      'events by plan, daily',
      'one event by plan',
      'sum of amount, daily',
    ],
  },
  {
    key: 'lists',
    title: 'Lists of persons and events',
    questions: [
      'newest 100 events',
      'newest 100 of one event',
      'list: users/raw',
      'list: dau/raw',
      'list: wau/raw',
      'list: mau/raw',
      'list: segments/power_user',
      'list: segments/churned',
      'people behind a day of dau',
      'people who dropped out of a funnel',
    ],
  },
  {
    key: 'machines',
    title: 'Logs and infrastructure metrics',
    questions: [
      'logs, daily',
      'top logs by level',
      'newest 100 logs',
      'gauge, average, daily',
      'counter, rate, daily',
    ],
  },
]
