import { hrefOf } from '../router/location.js'
import { filtersCodec } from './filter-link.js'
import type { Filters } from './filter-node.js'
import type { MetricParams } from './metric-call.js'
import type { TwoRanges } from './periods.js'

interface ChangeQuestion extends TwoRanges {
  readonly metric: string
  readonly params: MetricParams
  readonly filters: Filters
  readonly timezone: string
  readonly audience: string
}

/** The address of the view that explains a change. */
export function changeHref({ metric, params, filters, timezone, audience, before, after }: ChangeQuestion) {
  const texts = {
    metric,
    params: Object.keys(params).length === 0 ? '' : JSON.stringify(params),
    before,
    after,
    filters: filtersCodec.write(filters) ?? '',
    timezone,
    audience,
  }
  return hrefOf('/changes', Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')))
}
