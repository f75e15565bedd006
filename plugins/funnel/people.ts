import {
  column,
  compare,
  equals,
  invalid,
  join,
  number,
  peopleOf,
  select,
  sequence,
  where,
  type QueryDefinition,
} from '../../core/contract/index.js'
import { askFunnel } from './asked.js'
import { peopleBody } from './body.js'

export const funnelPeople: QueryDefinition<typeof peopleBody> = {
  key: 'funnels_people',
  path: 'funnels/people',
  summary: 'The persons who reached a step of a funnel, or who got no further than the one before it',
  input: peopleBody,
  async run(ask, body) {
    const { steps, step, outcome = 'converted', limit = 100, offset = 0, count_total } = body
    if (step > steps.length) throw invalid('step', `step must be one of the ${steps.length} steps`)
    if (step === 1 && outcome === 'dropped') throw invalid('step', 'nobody drops out at the first step')
    const { events, options } = await askFunnel(ask, body)
    const depth = column('depth')
    const wanted =
      outcome === 'converted' ? compare('gte', depth, number(step)) : equals(depth, number(step - 1))
    const runs = sequence(events, { ...options, label: null })
    const persons = select(where(runs, wanted), { reached: column('person') })
    const people = peopleOf(join('inner', events, persons, [{ left: 'person', right: 'reached' }]))
    return ask.page(people, { limit, offset, count_total })
  },
}
