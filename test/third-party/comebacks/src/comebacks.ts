import Type from 'typebox'
import {
  column,
  compare,
  countDistinct,
  descending,
  instant,
  intervalAt,
  math,
  peopleOf,
  and,
  rowsOf,
  seriesOf,
  where,
  window,
  within,
  type Question,
  type Relation,
} from 'sextant/plan'
import type { MetricDefinition } from 'sextant/plugin'

const dayMs = 86_400_000
const params = Type.Object({
  days: Type.Number({ minimum: 1, maximum: 3650, default: 30, description: 'the least pause in days' }),
})

/** The rows of the question before which a person had no row for so many days, and an earlier one. */
function afterPause(question: Question, days: number): Relation {
  const { from, to } = question.range
  // In descending order the next row is the one before in time.
  const all = window(
    rowsOf(question, { interval: { from: null, to } }),
    [column('person')],
    [descending(column('timestamp')), descending(column('seq'))],
    { previous: { kind: 'next', value: column('timestamp') } },
  )
  // A person's first row has no previous one; comparisons with null are false.
  // The difference of two times is a time, too: of so many milliseconds.
  const pause = math('-', column('timestamp'), column('previous'))
  return where(
    all,
    and(compare('gte', column('timestamp'), instant(from)), compare('gte', pause, instant(days * dayMs))),
  )
}

export const comebacks: MetricDefinition<typeof params> = {
  key: 'comebacks',
  summary: 'Persons who come back after a pause of at least so many days',
  unit: 'users',
  kind: 'distinct',
  source: 'events',
  params,
  answer: 'series',
  plan: (question, { days }) =>
    seriesOf(question, afterPause(question, days), countDistinct(column('person'))),
  people: (question, { days }, { bucket, dimension }) =>
    peopleOf(within(afterPause(question, days), intervalAt(question, bucket), dimension)),
}
