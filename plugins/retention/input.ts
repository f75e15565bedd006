import Type, { type Static } from 'typebox'
import {
  actorField,
  and,
  audienceIn,
  bodyBreakdowns,
  bodyFields,
  bodyFilter,
  bodyFilters,
  column,
  equals,
  named,
  returnModes,
  text,
  type AskedBodyQuestion,
  type CohortsOptions,
  type Expr,
  type WorkspaceAsk,
} from '../../contract/index.js'

const eventName = (what: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: `${what}; any event if omitted` }))

/** Body fields that both retention queries share. */
export const retentionFields = {
  ...bodyFields,
  actor: actorField,
  range: Type.Optional(
    Type.String({ default: '90d', maxLength: 100, description: 'Like the range parameter of metrics' }),
  ),
  granularity: Type.Optional(
    Type.Enum(['daily', 'weekly', 'monthly', 'day', 'week', 'month'], {
      default: 'weekly',
      description: 'Length of a period',
    }),
  ),
  periods: Type.Optional(
    Type.Integer({
      default: 8,
      minimum: 1,
      maximum: 52,
      description: 'Number of columns, including that of the cohort itself',
    }),
  ),
  start_event: eventName('Its first occurrence puts a person into a cohort'),
  start_filters: Type.Optional(bodyFilters),
  start_filter: Type.Optional(bodyFilter),
  return_event: eventName('An occurrence counts as a return'),
  return_filters: Type.Optional(bodyFilters),
  return_filter: Type.Optional(bodyFilter),
  mode: Type.Optional(
    Type.Enum([...returnModes], {
      default: 'on',
      description: 'on: returned in exactly that period; on_or_after: in it or later',
    }),
  ),
  breakdown: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'A field to split by; a person has the value of their first start event',
    }),
  ),
  breakdowns: Type.Optional(bodyBreakdowns),
  breakdown_limit: Type.Optional(Type.Integer({ default: 25, minimum: 1, maximum: 1000 })),
}

export const retentionInput = named('RetentionQuestion', Type.Object(retentionFields))
export type RetentionBody = Static<typeof retentionInput>

/** A checked body, ready to be put into a plan. */
export interface AskedRetention extends Omit<AskedBodyQuestion, 'parts'> {
  readonly options: Omit<CohortsOptions, 'by'>
}

/** Checks a body. Throws a 422 that names the field. */
export async function askRetention(ask: WorkspaceAsk, body: RetentionBody): Promise<AskedRetention> {
  const { start_event, return_event, periods = 8, mode = 'on' } = body
  const { parts, ...asked } = await ask.question({
    source: 'events',
    range: body.range ?? '90d',
    granularity: body.granularity ?? 'weekly',
    timezone: body.timezone,
    week_start: body.week_start,
    filters: body.filters,
    filter: body.filter,
    audience: audienceIn(body),
    actor: body.actor,
    breakdown: body.breakdown,
    breakdowns: body.breakdowns,
    measured: ([start = null]) => eventWith(start_event, start) ?? undefined,
    breakdownLimit: body.breakdown_limit,
    parts: [
      { path: 'start_filters', filters: body.start_filters, filter: body.start_filter },
      { path: 'return_filters', filters: body.return_filters, filter: body.return_filter },
    ],
  })
  const [start = null, back = null] = parts
  const { edges } = asked.question
  const [starts, returns] = [eventWith(start_event, start), eventWith(return_event, back)]
  return { ...asked, options: { edges, periods, mode, starts, returns } }
}

/** The condition on an event's rows; null if every row matches. */
function eventWith(name: string | undefined, filter: Expr | null): Expr | null {
  if (name === undefined) return filter
  const named = equals(column('event_name'), text(name))
  return filter === null ? named : and(named, filter)
}
