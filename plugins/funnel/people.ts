import {
  column,
  compare,
  dimensionNamed,
  equals,
  invalid,
  join,
  keptLabels,
  number,
  pageShape,
  peopleOf,
  select,
  sequence,
  text,
  where,
  withDimension,
  type QueryDefinition,
  type Relation,
} from '../../contract/index.js'
import { askFunnel, type AskedFunnel } from './asked.js'
import { peopleBody } from './body.js'

/** POST /funnels/people: a page of persons. */
export const funnelPeople: QueryDefinition<typeof peopleBody, typeof pageShape> = {
  key: 'funnels_people',
  tag: 'Funnels',
  path: 'funnels/people',
  summary: 'Persons who reached a step of a funnel, or who reached only the step before it',
  input: peopleBody,
  response: pageShape,
  async run(ask, body) {
    const { steps, step, outcome = 'converted' } = body
    const { limit = 100, offset = 0, count_total } = body
    if (step > steps.length) throw invalid('step', `step must be one of the ${steps.length} steps`)
    if (step === 1 && outcome === 'dropped')
      throw invalid('step', 'step must be 2 or more with outcome dropped')
    const asked = await askFunnel(ask, body)
    const dimension = dimensionNamed(body, asked.question.breakdown)
    const depth = column('depth')
    const wanted =
      outcome === 'converted' ? compare('gte', depth, number(step)) : equals(depth, number(step - 1))
    const persons = select(where(runsOf(asked, dimension), wanted), { reached: column('person') })
    const people = peopleOf(join('inner', asked.events, persons, [{ left: 'person', right: 'reached' }]))
    return ask.page(people, { limit, offset, count_total })
  },
}

/** Each person's run; with a dimension, only the runs that this value of the breakdown counts. */
function runsOf({ question, events, options }: AskedFunnel, dimension: string | null): Relation {
  if (dimension === null || question.breakdown === null) return sequence(events, { ...options, label: null })
  const runs = sequence(events, options)
  const split = withDimension(runs, keptLabels(runs, question.breakdown))
  return where(split, equals(column('dimension'), text(dimension)))
}
