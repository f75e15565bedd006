import Type from 'typebox'
import {
  aggregate,
  and,
  bodyDimensions,
  bucket,
  choose,
  column,
  compare,
  derive,
  dimensionNamed,
  equals,
  first,
  invalid,
  join,
  labelledRows,
  literal,
  max,
  min,
  named,
  not,
  nothing,
  number,
  or,
  pageFields,
  pageShape,
  peopleOf,
  select,
  text,
  where,
  withDimension,
  type Expr,
  type QueryDefinition,
  type Relation,
} from '../../contract/index.js'
import { askRetention, retentionFields, type AskedRetention } from './input.js'
import { keptDimensions, type Retention } from './plan.js'
import { columnsOfCohort } from './table.js'

const input = named(
  'RetentionPeopleQuestion',
  Type.Object({
    cohort_date: Type.String({ maxLength: 10, description: 'The `cohort_date` of a cohort in the answer' }),
    period: Type.Integer({ minimum: 0, maximum: 51, description: 'The column; 0 is the cohort itself' }),
    dimension: Type.Optional(
      Type.String({
        maxLength: 100_000,
        description: 'A value of the breakdown, as reported; all if omitted',
      }),
    ),
    dimensions: Type.Optional(bodyDimensions),
    outcome: Type.Optional(Type.Enum(['returned', 'not_returned'], { default: 'returned' })),
    ...retentionFields,
    ...pageFields,
  }),
)

/** A cell of the triangle, or the rest of its cohort if `returned` is false. */
interface CellRef {
  readonly cohort: number
  readonly offset: number
  readonly returned: boolean
  readonly dimension: string | null
}

/** POST /retention/people: a page of persons. */
export const retentionPeople: QueryDefinition<typeof input, typeof pageShape> = {
  key: 'retention_people',
  tag: 'Retention',
  path: 'retention/people',
  summary: 'Persons of a cohort who came back in a period, or did not',
  input,
  response: pageShape,
  async run(ask, body) {
    const { limit = 100, offset = 0, count_total = false } = body
    const asked = await askRetention(ask, body)
    const dimension = dimensionNamed(body, asked.question.breakdown)
    const place = placeOf(asked, body.cohort_date, body.period)
    const cell = { ...place, returned: body.outcome !== 'not_returned', dimension }
    return ask.page(peopleOfCell(asked, cell), { limit, offset, count_total })
  },
}

function placeOf(
  { labels, options }: AskedRetention,
  date: string,
  offset: number,
): Pick<CellRef, 'cohort' | 'offset'> {
  const cohort = labels.indexOf(date)
  if (cohort === -1) {
    const [first, last] = [labels[0], labels.at(-1)]
    const known = first === undefined ? 'it has none' : `these start from ${first} to ${last ?? first}`
    throw invalid('cohort_date', `cohort_date must be the start of a period of the range; ${known}`)
  }
  const columns = columnsOfCohort(cohort, labels.length, options.periods)
  if (offset >= columns)
    throw invalid('period', `period must be at most ${columns - 1} for the cohort ${date} in this range`)
  return { cohort, offset }
}

/** The persons of a cell, with their start and return events inside the range. */
export function peopleOfCell(retention: Retention, cell: CellRef): Relation {
  const rows = countedRows(retention)
  const members = membersOf(retention, rows, cell)
  return peopleOf(join('inner', rows, members, [{ left: 'person', right: 'member' }]))
}

const always = literal(true, 'bool')

function countedRows({ question, options: { starts, returns } }: Retention): Relation {
  return labelledRows(question, { where: starts && returns ? or(starts, returns) : undefined })
}

/** One row for each person of the cell, as `member`. */
function membersOf({ question, options }: Retention, rows: Relation, cell: CellRef): Relation {
  const { edges, starts, returns, mode } = options
  const { cohort, offset, dimension } = cell
  const period = column('period')
  const marked = derive(rows, {
    period: bucket(column('timestamp'), edges),
    starts: starts ?? always,
    returns: returns ?? always,
  })
  const inColumn = compare(mode === 'on' ? 'eq' : 'gte', period, number(cohort + offset))
  const ifStart = (value: Expr, type: 'int' | 'time'): Expr =>
    choose([{ when: column('starts'), then: value }], nothing(type))
  const label = first(column('label'), ifStart(column('timestamp'), 'time'), column('seq'))
  const persons = aggregate(
    marked,
    { member: column('person') },
    {
      cohort: min(ifStart(period, 'int')),
      came: max(choose([{ when: and(column('returns'), inColumn), then: number(1) }], number(0))),
      ...(dimension === null ? {} : { label }),
    },
  )
  // The first column has every person of the cohort.
  const came = offset === 0 ? and() : equals(column('came'), number(1))
  const inside = where(
    persons,
    and(equals(column('cohort'), number(cohort)), cell.returned ? came : not(came)),
  )
  const { breakdown } = question
  const member = { member: column('member') }
  if (dimension === null || breakdown === null) return select(inside, member)
  const split = withDimension(inside, keptDimensions({ question, options }, breakdown))
  return select(where(split, equals(column('dimension'), text(dimension))), member)
}
