import Type from 'typebox'
import {
  count,
  intervalAt,
  peopleOf,
  seriesOf,
  shownColumns,
  within,
  type MetricDefinition,
} from '../../contract/index.js'
import { firstOccurrences } from './occurrences.js'

const params = Type.Object({
  event: Type.String({ minLength: 1, maxLength: 500, description: 'The name of the event' }),
  match_mode: Type.Boolean({
    default: false,
    description:
      'false: the very first occurrence of the event counts if it meets the conditions; true: the first occurrence that meets them counts',
  }),
  lookback_days: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 36_500,
      description: 'How many days before the range to search for earlier occurrences; all history if omitted',
    }),
  ),
})

/** Number of persons whose first occurrence of an event lies in the bucket. */
export const firstTime: MetricDefinition<typeof params> = {
  key: 'first_time',
  title: 'People who did an event for the first time',
  path: 'events/first-time',
  argument: 'event',
  summary: 'Persons whose first occurrence of an event falls in the bucket',
  unit: 'users',
  kind: 'count',
  source: 'events',
  actors: true,
  params,
  answer: 'series',
  plan: (question, { event, match_mode: matching, lookback_days: lookbackDays }) =>
    seriesOf(question, firstOccurrences(question, { event, matching, lookbackDays }), count()),
  people(question, { event, match_mode: matching, lookback_days: lookbackDays }, { bucket, dimension }) {
    const shown = [...shownColumns(question.actor), 'seq']
    const firsts = firstOccurrences(question, { event, matching, lookbackDays }, shown)
    return peopleOf(within(firsts, intervalAt(question, bucket), dimension))
  },
}
