import { get, type Call } from '../../api/call.js'
import { askedParameters } from '../../question/asked.js'
import type { Filter } from '../../question/filter.js'
import { filtersCodec } from '../../question/filter-link.js'
import type { Filters } from '../../question/filter-node.js'
import { flag, json, listOf, text } from '../../router/codec.js'
import type { StateOf } from '../../router/use-url-state.js'
import { isLevel, type Level } from './levels.js'

export const codecs = {
  range: text('7d'),
  filters: filtersCodec,
  search: text(),
  /** Empty for all levels. */
  levels: json<readonly Level[]>([], listOf(isLevel)),
  live: flag(false),
}

export type LogState = StateOf<typeof codecs>

/** The text of a log line is in the field `message.message`. */
const searchFilter = (search: string): Filter => ({
  field: 'message.message',
  operator: 'contains',
  value: search,
})

/** What the search and the levels require. */
export const fixedOf = ({ search, levels }: LogState): readonly Filter[] => [
  ...(search === '' ? [] : [searchFilter(search)]),
  ...(levels.length === 0 ? [] : [{ field: 'level', operator: 'in', value: levels }]),
]

const filtersOf = (state: LogState): Filters => [...fixedOf(state), ...state.filters]

export const linesCall = (state: LogState, limit: number): Call =>
  get('/api/v1/metrics/logs/raw', [
    ...askedParameters({ range: state.range, filters: filtersOf(state) }),
    ['limit', String(limit)],
  ])

/** Ranges of a week, drawn by the hour so that the start of a problem is visible. */
const fine: ReadonlySet<string> = new Set(['7d', '1w', 'wtd', 'last_week'])

export const volumeCall = (state: LogState): Call =>
  get(
    '/api/v1/metrics/logs',
    askedParameters({
      range: state.range,
      granularity: fine.has(state.range) ? 'hourly' : '',
      breakdown: 'level',
      filters: filtersOf(state),
    }),
  )

/** The number of lines per level: the same query without the filter by level. */
export const levelsCall = (state: LogState): Call =>
  get(
    '/api/v1/metrics/logs/top',
    askedParameters({ range: state.range, filters: filtersOf({ ...state, levels: [] }) }),
  )
