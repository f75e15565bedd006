import { parameters, type Parameter } from '../api/call.js'
import { text } from '../router/codec.js'
import { breakdownFields, breakdownParameters } from './breakdown.js'
import { filtersCodec } from './filter-link.js'
import type { Filters } from './filter-node.js'
import { filterFields, filterParameters } from './filter-sent.js'
import { autoGrain } from './grain.js'

/** The parameters that all queries share, as stored in a view's address: `useUrlState({ ...askedCodecs, … })`. */
export interface Asked {
  readonly range: string
  /** '' chooses one that fits the range. */
  readonly granularity: string
  /** '' is the workspace's. */
  readonly timezone: string
  /** '' (none), `previous` or `yoy`. */
  readonly compare: string
  /** '' for none; see readBreakdown(). */
  readonly breakdown: string
  readonly filters: Filters
  /** The id of an audience; '' for everyone. */
  readonly audience: string
}

export const askedCodecs = {
  range: text('30d'),
  granularity: text(),
  timezone: text(),
  compare: text(),
  breakdown: text(),
  filters: filtersCodec,
  audience: text(),
}

/** The shared parameters as a query string; those the view omits are not sent. */
export function askedParameters(asked: Partial<Asked>): readonly Parameter[] {
  const { range, granularity, timezone, compare, breakdown = '', audience, filters = [] } = asked
  return [
    ...parameters({
      range,
      granularity: grainOf(range, granularity),
      timezone,
      compare,
      audience,
    }),
    ...breakdownParameters(breakdown),
    ...filterParameters(filters),
  ]
}

/** The shared parameters as fields of a JSON body. */
export function askedBody(asked: Partial<Asked>): Readonly<Record<string, unknown>> {
  const { range, granularity, timezone, compare, breakdown = '', audience, filters = [] } = asked
  const fields = parameters({
    range,
    granularity: grainOf(range, granularity),
    timezone,
    compare,
    audience_id: audience,
  })
  return { ...Object.fromEntries(fields), ...breakdownFields(breakdown), ...filterFields(filters) }
}

/** '' becomes the granularity that fits the range; undefined (a view without granularity) stays undefined. */
const grainOf = (range: string | undefined, granularity: string | undefined): string | undefined =>
  granularity === '' && range !== undefined ? autoGrain(range) : granularity
