import { post, type Call } from '../../api/call.js'
import { dimensionFields } from '../../data/dimension.js'
import { askedBody, askedCodecs, type Asked } from '../../question/asked.js'
import { filteredList } from '../../question/filter-link.js'
import { isFilters, type Filters } from '../../question/filter-node.js'
import { sentWithFilters } from '../../question/filter-sent.js'
import { choice, number, text } from '../../router/codec.js'
import type { StateOf } from '../../router/use-url-state.js'

export interface Step {
  readonly event: string
  readonly filters?: Filters
}

/** An event that must not occur between two steps, which are counted from 1. */
export interface Exclusion extends Step {
  readonly from_step: number
  readonly to_step: number
}

const isStep = (value: unknown): value is Step => {
  const { event, filters } = (value ?? {}) as Partial<Step>
  return typeof event === 'string' && (filters === undefined || isFilters(filters))
}

const isExclusion = (value: unknown): value is Exclusion => {
  const { from_step, to_step } = (value ?? {}) as Partial<Exclusion>
  return isStep(value) && Number.isInteger(from_step) && Number.isInteger(to_step)
}

export const orders = ['loose', 'strict', 'any'] as const
export const shows = ['steps', 'trend', 'times'] as const
export const defaultWindow = 604_800
export const mostSteps = 10

const { range, timezone, granularity, breakdown, filters, audience } = askedCodecs

export const codecs = {
  range,
  timezone,
  granularity,
  breakdown,
  filters,
  audience,
  steps: filteredList(isStep),
  window: number(defaultWindow),
  order: choice(orders, 'loose'),
  /** Who goes through the funnel; '' for people. */
  actor: text(),
  exclusions: filteredList(isExclusion),
  show: choice(shows, 'steps'),
  /** The open list of people: `2:converted` or `2:dropped`; with a breakdown `2:dropped:` and the dimension's key. */
  people: text(),
}

export type FunnelState = StateOf<typeof codecs>

const bodyOf = (state: FunnelState, asked: Partial<Asked>): Readonly<Record<string, unknown>> => ({
  steps: state.steps.map(sentWithFilters),
  ...(state.window === defaultWindow ? {} : { window_seconds: state.window }),
  ...(state.order === 'loose' ? {} : { order: state.order }),
  ...(state.actor === '' ? {} : { actor: state.actor }),
  ...(state.exclusions.length === 0 ? {} : { exclusions: state.exclusions.map(sentWithFilters) }),
  ...askedBody(asked),
})

export const isComplete = ({ steps }: FunnelState): boolean =>
  steps.length >= 2 && steps.every(({ event }) => event !== '')

export function funnelCall(state: FunnelState): Call {
  const { range, timezone, breakdown, filters, audience } = state
  return post('/api/v1/funnels', bodyOf(state, { range, timezone, breakdown, filters, audience }))
}

export function trendCall(state: FunnelState): Call {
  const { range, timezone, granularity, filters, audience } = state
  return post('/api/v1/funnels/trend', bodyOf(state, { range, timezone, granularity, filters, audience }))
}

/** Which people of a funnel to list. */
export interface Behind {
  readonly step: number
  readonly outcome: 'converted' | 'dropped'
  /** The key of the dimension. */
  readonly dimension?: string
}

export const behindText = ({ step, outcome, dimension }: Behind): string =>
  `${step}:${outcome}${dimension === undefined ? '' : `:${dimension}`}`

/** The opposite of behindText; null if the string is not valid. */
export function readBehind(text: string): Behind | null {
  const [, step, outcome, dimension] = /^(\d+):(converted|dropped)(?::([^]*))?$/.exec(text) ?? []
  if (step === undefined) return null
  return {
    step: Number(step),
    outcome: outcome as Behind['outcome'],
    ...(dimension === undefined ? {} : { dimension }),
  }
}

export function peopleCall(state: FunnelState, behind: Behind): Call {
  const call = funnelCall(state)
  const { dimension, ...rest } = behind
  const named = dimension === undefined ? {} : dimensionFields(dimension)
  return { ...call, path: `${call.path}/people`, body: { ...(call.body as object), ...rest, ...named } }
}
