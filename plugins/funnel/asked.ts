import {
  and,
  audienceIn,
  column,
  equals,
  invalid,
  isIn,
  labelledRows,
  largestOverlap,
  or,
  text,
  type AskedBody,
  type AskedBodyQuestion,
  type Expr,
  type Relation,
  type SequenceOptions,
  type WorkspaceAsk,
} from '../../contract/index.js'
import type { FunnelBody } from './body.js'

/** A checked funnel, ready to be put into a plan. */
export interface AskedFunnel extends AskedBodyQuestion {
  /** Rows of the funnel's events; with a breakdown they have a `label`. */
  readonly events: Relation
  readonly options: SequenceOptions
  /** Event name of each step. */
  readonly names: readonly string[]
}

/** `order: any` counts the rows of every set of overlapping conditions separately: the sets double with each condition. */
const mostInAnyOrder = 4

/** Checks a body and returns its rows and the sequence to match in them. Throws a 422 that names the field. */
export async function askFunnel(
  ask: WorkspaceAsk,
  body: FunnelBody & { readonly granularity?: string },
): Promise<AskedFunnel> {
  const { steps, exclusions = [], order = 'loose' } = body
  checkExclusions(body)
  const parts = [...filtersOf(steps, 'steps'), ...filtersOf(exclusions, 'exclusions')]
  const asked = await ask.question({
    source: 'events',
    range: body.range ?? '30d',
    granularity: body.granularity ?? 'daily',
    timezone: body.timezone,
    week_start: body.week_start,
    filters: body.filters,
    filter: body.filter,
    audience: audienceIn(body),
    actor: body.actor,
    breakdown: body.breakdown,
    breakdowns: body.breakdowns,
    measured: (own) =>
      or(...countedSteps(body).map((step, index) => eventWith(step.event, own[index] ?? null))),
    breakdownLimit: body.breakdown_limit,
    parts,
  })
  const named = [...steps, ...exclusions].map(({ event }, index) =>
    eventWith(event, asked.parts[index] ?? null),
  )
  const conditions = named.slice(0, steps.length)
  if (order === 'any' && largestOverlap(conditions) > mostInAnyOrder)
    throw invalid(
      'order',
      `order any allows at most ${mostInAnyOrder} different steps that one event could match; use different events or order loose`,
    )
  const names = [...new Set([...steps, ...exclusions].map(({ event }) => event))]
  return {
    ...asked,
    events: labelledRows(asked.question, { where: isIn(column('event_name'), names) }),
    names: steps.map(({ event }) => event),
    options: {
      steps: conditions,
      window: (body.window_seconds ?? 604_800) * 1000,
      order,
      exclusions: exclusions.map(({ from_step: from, to_step: to }, index) => ({
        when: named[steps.length + index] as Expr,
        from,
        to,
      })),
      times: false,
      label: asked.question.breakdown === null ? null : column('label'),
      edges: null,
      lastOnly: false,
    },
  }
}

/** The steps whose events a breakdown may read: the first, or any if they come in any order. */
const countedSteps = ({ steps, order }: FunnelBody): FunnelBody['steps'] =>
  order === 'any' ? steps : steps.slice(0, 1)

function eventWith(event: string, filter: Expr | null): Expr {
  const name = equals(column('event_name'), text(event))
  return filter === null ? name : and(name, filter)
}

const filtersOf = (
  list: readonly { readonly filters?: readonly unknown[] | undefined; readonly filter?: unknown }[],
  path: string,
): NonNullable<AskedBody['parts']> =>
  list.map(({ filters, filter }, index) => ({ path: `${path}/${index}/filters`, filters, filter }))

function checkExclusions({ steps, exclusions = [], order = 'loose' }: FunnelBody): void {
  if (exclusions.length > 0 && order === 'any')
    throw invalid('exclusions', 'exclusions require order loose or strict')
  for (const [index, { from_step: from, to_step: to }] of exclusions.entries()) {
    const at = `exclusions/${index}/to_step`
    if (to <= from) throw invalid(at, `${at} must be greater than from_step`)
    if (to > steps.length) throw invalid(at, `${at} must be one of the ${steps.length} steps`)
  }
}
