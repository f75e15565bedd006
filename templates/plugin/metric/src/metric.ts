import Type from 'typebox'
import { column, countDistinct, equals, peopleOf, rowsAt, series, text, type RowsOptions } from 'sextant/plan'
import type { MetricDefinition } from 'sextant/plugin'

const params = Type.Object({
  event: Type.String({
    minLength: 1,
    maxLength: 200,
    default: 'purchase',
    description: 'the name of the event',
  }),
})

/** The rows that count: those of the event. The figure and the list of its people share them. */
const ofEvent = (event: string): RowsOptions => ({ where: equals(column('event_name'), text(event)) })

/** GET /api/v1/metrics/acme_thing: how many persons sent the event, in each bucket. */
export const metric: MetricDefinition<typeof params> = {
  key: 'acme_thing',
  summary: 'Acme thing: distinct persons with the event in the bucket',
  unit: 'users',
  kind: 'distinct',
  source: 'events',
  params,
  answer: 'series',
  plan: (question, { event }) => series(question, countDistinct(column('person')), ofEvent(event)),
  people: (question, { event }, point) => peopleOf(rowsAt(question, point, ofEvent(event))),
}
