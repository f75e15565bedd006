import Type from 'typebox'
import {
  peopleOf,
  rowsOf,
  type MetricDefinition,
  type Question,
  type Relation,
} from '../../contract/index.js'
import { month } from './mau.js'
import { rollingPeople, type RollingPeriod } from './rolling.js'
import { week } from './wau.js'

const params = Type.Object({})
const unsplit = (question: Question): Question => ({ ...question, breakdown: null })

const raw = (
  name: string,
  title: string,
  summary: string,
  plan: (question: Question) => Relation,
): MetricDefinition<typeof params> => ({
  key: `${name}_raw`,
  title,
  path: `${name}/raw`,
  summary,
  unit: 'users',
  kind: 'rows',
  source: 'events',
  actors: true,
  params,
  answer: 'page',
  plan: (question) => plan(unsplit(question)),
})

/** The persons of the metric's total: those of the period that ends with the range. */
const rollingRaw = (name: string, length: string, period: RollingPeriod): MetricDefinition<typeof params> =>
  raw(
    name,
    `People active in ${length}`,
    `Persons active in the last ${length} of the range, last seen first`,
    (question) => rollingPeople(question, period, { bucket: null, dimension: null }),
  )

export const dauRaw = raw(
  'dau',
  'People active in the range',
  'Persons active in the range, last seen first',
  (question) => peopleOf(rowsOf(question)),
)
export const wauRaw = rollingRaw('wau', '7 days', week)
export const mauRaw = rollingRaw('mau', '30 days', month)
