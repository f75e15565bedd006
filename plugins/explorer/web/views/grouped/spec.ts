import { askedBody, askedCodecs } from '../../question/asked.js'
import { choice, number, text } from '../../router/codec.js'
import type { StateOf } from '../../router/use-url-state.js'

export interface Group {
  readonly group: string
  readonly size: number
  readonly intensity: number
}

export interface GroupedData {
  readonly groups: readonly Group[]
  readonly total_size: number
  readonly size_label: string
  readonly intensity_label: string
  readonly intensity_min: number
  readonly intensity_max: number
}

export const sizes = ['count', 'unique_actors', 'sum'] as const
export const intensities = ['avg_per_actor', 'percentile_per_actor', 'unique_actors', 'avg'] as const

const { range, timezone, filters, audience } = askedCodecs

export const codecs = {
  range,
  timezone,
  filters,
  audience,
  group_by: text('country'),
  event: text(),
  /** Who acts; '' for people. */
  actor: text(),
  size: choice(sizes, 'count'),
  size_property: text(),
  intensity: choice(intensities, 'avg_per_actor'),
  intensity_property: text(),
  percentile: number(0.9),
  max_groups: number(20),
}

export type GroupedState = StateOf<typeof codecs>

/** Whether a required property is missing; the query is not sent then. */
export const lacks = ({ size, size_property, intensity, intensity_property }: GroupedState): boolean =>
  (size === 'sum' && size_property === '') || (intensity === 'avg' && intensity_property === '')

export function bodyOf(state: GroupedState): object {
  const {
    group_by,
    event,
    actor,
    size,
    size_property,
    intensity,
    intensity_property,
    percentile,
    max_groups,
    ...asked
  } = state
  return {
    group_by,
    size: size === 'sum' ? { type: size, property: size_property } : { type: size },
    intensity:
      intensity === 'avg'
        ? { type: intensity, property: intensity_property }
        : intensity === 'percentile_per_actor'
          ? { type: intensity, percentile }
          : { type: intensity },
    ...(event === '' ? {} : { event }),
    ...(actor === '' ? {} : { actor }),
    max_groups,
    ...askedBody(asked),
  }
}
