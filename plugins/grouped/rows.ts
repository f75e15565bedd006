import {
  audienceIn,
  column,
  derive,
  equals,
  invalid,
  labelledRows,
  resolveField,
  shownLabel,
  text,
  type Expr,
  type Question,
  type Relation,
  type WorkspaceAsk,
} from '../../contract/index.js'
import type { GroupedInput } from './input.js'

/** The fields of both bodies that select the rows. */
export type Grouping = Pick<
  GroupedInput,
  | 'group_by'
  | 'breakdowns'
  | 'event'
  | 'range'
  | 'timezone'
  | 'week_start'
  | 'filters'
  | 'filter'
  | 'audience_id'
  | 'audience'
  | 'actor'
>

export interface GroupedRows {
  readonly question: Question
  /** The selected events, each with its `group`. */
  readonly rows: Relation
}

const shown = shownLabel(column('label'))

/** The selected events with their group. Throws a 422 about `group_by` if the field cannot group events. */
export async function groupedRows(ask: WorkspaceAsk, input: Grouping): Promise<GroupedRows> {
  const { group_by, breakdowns, event, range = '30d', timezone, week_start, filters, filter } = input
  if (group_by === undefined && breakdowns === undefined) throw invalid('/group_by', 'group_by is required')
  if (group_by !== undefined) {
    if (breakdowns !== undefined) throw invalid('/breakdowns', 'give group_by or breakdowns, not both')
    const field = resolveField('events', group_by, 'group_by')
    if (field.label === null) throw invalid('group_by', `${field.name} cannot group events`)
  }
  const { question } = await ask.question({
    source: 'events',
    range,
    timezone,
    week_start,
    filters,
    filter,
    audience: audienceIn(input),
    actor: input.actor,
    breakdown: group_by,
    breakdowns,
    measured: () => namedEvent(event),
  })
  return { question, rows: withGroup(question, event) }
}

/** The rows of a question with a breakdown, which becomes their `group`. */
export function withGroup(question: Question, event?: string): Relation {
  return derive(labelledRows(question, { where: namedEvent(event) }), { group: shown })
}

const namedEvent = (event: string | undefined): Expr | undefined =>
  event === undefined ? undefined : equals(column('event_name'), text(event))
