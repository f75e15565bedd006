import Type from 'typebox'
import {
  actorColumns,
  aggregate,
  ascending,
  column,
  columnsOf,
  countDistinct,
  descending,
  last,
  max,
  min,
  select,
  ServiceError,
  sort,
  text,
  unknownName,
  where,
  type Expr,
  type Measure,
  type MetricDefinition,
  type Relation,
} from '../../contract/index.js'
import { allSegments, type Segment } from './segments-of.js'
import { endOf, historyOf, rowsInside } from './snapshot.js'

const names = allSegments.map(({ segment }) => segment)
const params = Type.Object({
  segment: Type.String({ minLength: 1, examples: names, description: `One of ${names.join(', ')}` }),
})

/** The persons of one segment. Throws a 404 for an unknown segment. */
export const segment: MetricDefinition<typeof params> = {
  key: 'segment',
  title: 'People of a segment',
  path: 'segments/:segment',
  argument: 'segment',
  summary: 'Persons of one segment, last seen or most active first',
  unit: 'users',
  kind: 'rows',
  source: 'events',
  actors: true,
  params,
  answer: 'list',
  limit: { usual: 50, most: 100 },
  plan(question, { segment: name }) {
    const one = segmentNamed(name)
    const condition = one.holds(endOf(question))
    return one.category === 'lifecycle'
      ? peopleIn(one, historyOf(question), condition, seen, 'last_seen')
      : peopleIn(one, rowsInside(question), condition, visited, 'session_count')
  },
}

function segmentNamed(name: string): Segment {
  const found = allSegments.find(({ segment }) => segment === name)
  if (found) return found
  throw new ServiceError('NOT_FOUND', unknownName('segment', name.slice(0, 60), names))
}

const seen = { first_seen: min(column('timestamp')), last_seen: max(column('timestamp')) }
const visited = { session_count: countDistinct(column('session')) }
const newest = [column('timestamp'), column('seq')] as const

/** Persons (or other actors) by `highest`, descending, then by device, which belongs to only one person. */
function peopleIn(
  { segment }: Segment,
  rows: Relation,
  condition: Expr,
  measures: Readonly<Record<string, Measure>>,
  highest: string,
): Relation {
  const { shown: names, order: unique } = actorColumns(columnsOf(rows))
  const latest = Object.entries(names).map(([name, from]) => [name, last(column(from), ...newest)] as const)
  const people = aggregate(rows, { person: column('person') }, { ...Object.fromEntries(latest), ...measures })
  const order = [descending(column(highest)), ascending(column(unique))]
  const shown = Object.keys(measures).map((name) => [name, column(name)] as const)
  return select(sort(where(people, condition), order), {
    ...Object.fromEntries(latest.map(([name]) => [name, column(name)])),
    segment: text(segment),
    ...Object.fromEntries(shown),
  })
}
