import {
  column,
  dimensionNamed,
  equals,
  invalid,
  pageShape,
  peopleOf,
  scan,
  text,
  where,
  type QueryDefinition,
} from '../../contract/index.js'
import { groupPeopleInput, type GroupPeopleInput } from './input.js'
import { groupedRows } from './rows.js'

/** POST /metrics/grouped/people: the persons of a group, as many as its unique actors. */
export const groupedPeople: QueryDefinition<typeof groupPeopleInput, typeof pageShape> = {
  key: 'grouped_people',
  tag: 'Metrics',
  path: 'metrics/grouped/people',
  summary: 'Persons of one group, last seen first',
  input: groupPeopleInput,
  response: pageShape,
  async run(ask, input: GroupPeopleInput) {
    const { limit = 100, offset = 0, count_total = false } = input
    const { question, rows } = await groupedRows(ask, input)
    const group = dimensionNamed({ dimension: input.group, dimensions: input.dimensions }, question.breakdown)
    if (group === null) throw invalid('/group', 'group is required')
    const of =
      question.edges.length === 0 ? scan('events', 0, 0) : where(rows, equals(column('group'), text(group)))
    return ask.page(peopleOf(of), { limit, offset, count_total })
  },
}
