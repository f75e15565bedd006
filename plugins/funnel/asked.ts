import {
  and,
  column,
  equals,
  invalid,
  isIn,
  labelledRows,
  largestOverlap,
  text,
  type AskedBodyQuestion,
  type Expr,
  type Relation,
  type SequenceOptions,
  type WorkspaceAsk,
} from '../../core/contract/index.js'
import type { FunnelBody } from './body.js'

export interface AskedFunnel extends AskedBodyQuestion {
  /** The rows of the funnel's events; with a breakdown they have a `label`. */
  readonly events: Relation
  readonly options: SequenceOptions
  readonly names: readonly string[]
}

/** In any order, the rows of every set of so many conditions are counted one by one. */
const mostInAnyOrder = 4

/** What a body asks, checked: its rows and the sequence to look for in them, as far as all questions have it. */
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
    timezone: body.timezone ?? 'UTC',
    filters: body.filters,
    audience: body.audience_id,
    breakdown: body.breakdown,
    breakdownLimit: body.breakdown_limit,
    parts,
  })
  const named = [...steps, ...exclusions].map(({ event }, index) => {
    const own = asked.parts[index] ?? null
    const name = equals(column('event_name'), text(event))
    return own === null ? name : and(name, own)
  })
  const conditions = named.slice(0, steps.length)
  if (order === 'any' && largestOverlap(conditions) > mostInAnyOrder)
    throw invalid(
      'order',
      `order any takes at most ${mostInAnyOrder} different steps that one event could be; use other events or order loose`,
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

const filtersOf = (
  list: readonly { readonly filters?: readonly unknown[] | undefined }[],
  path: string,
): readonly { readonly path: string; readonly filters: readonly unknown[] | undefined }[] =>
  list.map(({ filters }, index) => ({ path: `${path}/${index}/filters`, filters }))

function checkExclusions({ steps, exclusions = [], order = 'loose' }: FunnelBody): void {
  if (exclusions.length > 0 && order === 'any')
    throw invalid('exclusions', 'exclusions lie between two steps, which order any does not have')
  for (const [index, { from_step: from, to_step: to }] of exclusions.entries()) {
    const at = `exclusions/${index}/to_step`
    if (to <= from) throw invalid(at, `${at} must be greater than from_step`)
    if (to > steps.length) throw invalid(at, `${at} must be one of the ${steps.length} steps`)
  }
}
