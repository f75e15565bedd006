import { filteredList, filtersCodec } from './filter-link.js'
import { isFilters } from './filter-node.js'
import type { SeriesSpec } from './series.js'

const isSpec = (value: unknown): value is SeriesSpec => {
  const { metric, filters = [], params = {}, event = '' } = (value ?? {}) as Partial<SeriesSpec>
  return (
    typeof metric === 'string' &&
    isFilters(filters) &&
    typeof params === 'object' &&
    typeof event === 'string'
  )
}

/** The series of Trends as its address has them. */
export const seriesCodec = filteredList(isSpec)

/** What a formula that was saved in Trends asks for. Its filters become those of its series. */
export interface SavedFormula {
  readonly series: readonly SeriesSpec[]
  readonly formula: string
  readonly breakdown: string
}

/** The formula in the address of a saved question; null if it is of another view, or has none. */
export function formulaIn(view: string | null): SavedFormula | null {
  const [path, search = ''] = (view ?? '').split('?')
  const query = new URLSearchParams(path === '/trends' ? search : '')
  const series = seriesCodec.read(query.get('series'))
  const formula = query.get('formula') ?? ''
  if (formula === '' || series.length === 0) return null
  const shared = filtersCodec.read(query.get('filters'))
  return {
    series: series.map((spec) =>
      shared.length === 0 ? spec : { ...spec, filters: [...shared, ...(spec.filters ?? [])] },
    ),
    formula,
    breakdown: query.get('breakdown') ?? '',
  }
}
