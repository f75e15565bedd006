import Type from 'typebox'
import {
  column,
  countDistinct,
  definePlugin,
  equals,
  series,
  text,
  type MetricDefinition,
} from 'sextant/contract'

const params = Type.Object({})

const buyers: MetricDefinition<typeof params> = {
  key: 'buyers',
  summary: 'Persons with a purchase in the bucket',
  unit: 'users',
  kind: 'distinct',
  source: 'events',
  answer: 'series',
  params,
  plan: (question) =>
    series(question, countDistinct(column('person')), {
      where: equals(column('event_name'), text('purchase')),
    }),
}

/** A plugin for contract 1 with the entry of its time. It stays as it is, so that such plugins keep working. */
export const plugin = definePlugin({
  name: 'buyers',
  contract: 1,
  after: [],
  register(host) {
    host.metric(buyers)
  },
})
