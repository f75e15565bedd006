import { parameters, type Parameter } from '../api/call.js'
import { text } from '../router/codec.js'
import { conditionsOf, filtersCodec, type Filter } from './filter.js'
import { autoGrain } from './grain.js'

/** What all questions have in common, as it stands in the address of a view: `useUrlState({ ...askedCodecs, … })`. */
export interface Asked {
  readonly range: string
  /** '': what fits the range. */
  readonly granularity: string
  /** '': UTC. */
  readonly timezone: string
  /** '', `previous` or `yoy`. */
  readonly compare: string
  /** '': none. */
  readonly breakdown: string
  readonly filters: readonly Filter[]
  /** The id of an audience; '': everybody. */
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

/** Its query string; what a view leaves out is not asked. */
export function askedParameters(asked: Partial<Asked>): readonly Parameter[] {
  const { range, granularity, timezone, compare, breakdown, audience, filters = [] } = asked
  return [
    ...parameters({
      range,
      granularity: grainOf(range, granularity),
      timezone,
      compare,
      breakdown,
      audience,
    }),
    ...conditionsOf(filters),
  ]
}

/** Its fields of a JSON body. */
export function askedBody(asked: Partial<Asked>): Readonly<Record<string, unknown>> {
  const { range, granularity, timezone, compare, breakdown, audience, filters = [] } = asked
  const fields = parameters({
    range,
    granularity: grainOf(range, granularity),
    timezone,
    compare,
    breakdown,
    audience_id: audience,
  })
  return { ...Object.fromEntries(fields), ...(filters.length === 0 ? {} : { filters }) }
}

/** A view that has no granularity gives none; one that leaves it to the range gives ''. */
const grainOf = (range: string | undefined, granularity: string | undefined): string | undefined =>
  granularity === '' && range !== undefined ? autoGrain(range) : granularity
