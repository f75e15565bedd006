import { post, type Call } from '../../api/call.js'
import { dimensionFields } from '../../data/dimension.js'
import { askedBody, askedCodecs } from '../../question/asked.js'
import { filtersCodec } from '../../question/filter-link.js'
import { filterFields } from '../../question/filter-sent.js'
import { choice, number, text } from '../../router/codec.js'
import type { StateOf } from '../../router/use-url-state.js'
import { weights } from './result.js'

export const periods = ['daily', 'weekly', 'monthly'] as const
export const modes = ['on', 'on_or_after'] as const
export const shows = ['grid', 'curve'] as const

const { timezone, breakdown, filters, audience } = askedCodecs

export const codecs = {
  range: text('90d'),
  timezone,
  breakdown,
  filters,
  audience,
  granularity: choice(periods, 'weekly'),
  periods: number(12),
  start: text(),
  return: text(),
  startFilters: filtersCodec,
  returnFilters: filtersCodec,
  mode: choice(modes, 'on'),
  /** Who comes back; '' for people. */
  actor: text(),
  show: choice(shows, 'grid'),
  weight: choice(weights, 'size'),
  /** The key of the dimension whose grid is shown; '' for all. */
  group: text(),
  /** The open list of people: `2026-01-05:3` (came back) or `2026-01-05:3:not` (did not). */
  people: text(),
}

export type RetentionState = StateOf<typeof codecs>

export function retentionCall(state: RetentionState): Call {
  const { range, timezone, breakdown, filters, audience, startFilters, returnFilters, mode } = state
  return post('/api/v1/retention', {
    granularity: state.granularity,
    periods: state.periods,
    ...(state.start === '' ? {} : { start_event: state.start }),
    ...(state.return === '' ? {} : { return_event: state.return }),
    ...filterFields(startFilters, ['start_filters', 'start_filter']),
    ...filterFields(returnFilters, ['return_filters', 'return_filter']),
    ...(mode === 'on' ? {} : { mode }),
    ...(state.actor === '' ? {} : { actor: state.actor }),
    ...askedBody({ range, timezone, breakdown, filters, audience }),
  })
}

/** A cell of the grid, and which of its people to list. */
export interface Cell {
  readonly date: string
  readonly period: number
  readonly outcome: 'returned' | 'not_returned'
}

export const cellText = ({ date, period, outcome }: Cell): string =>
  `${date}:${period}${outcome === 'returned' ? '' : ':not'}`

/** The opposite of cellText; null if the string is not valid. */
export function readCell(text: string): Cell | null {
  const [, date, period, not] = /^(\d{4}-\d\d-\d\d):(\d+)(:not)?$/.exec(text) ?? []
  if (date === undefined) return null
  return { date, period: Number(period), outcome: not === undefined ? 'returned' : 'not_returned' }
}

export function peopleCall(state: RetentionState, { date, period, outcome }: Cell): Call {
  const call = retentionCall(state)
  const cell = {
    cohort_date: date,
    period,
    outcome,
    ...(state.group === '' ? {} : dimensionFields(state.group)),
  }
  return { ...call, path: `${call.path}/people`, body: { ...(call.body as object), ...cell } }
}
