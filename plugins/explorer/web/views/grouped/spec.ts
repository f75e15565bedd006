import { askedBody, askedCodecs } from '../../question/asked.js'
import { dimensionKey, dimensionName, dimensionValues, type Dimensioned } from '../../data/dimension.js'
import { breakdownFields, breakdownNames, readBreakdown } from '../../question/breakdown.js'
import { choice, number, text } from '../../router/codec.js'
import type { StateOf } from '../../router/use-url-state.js'

export interface Group extends Pick<Dimensioned, 'dimensions'> {
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
  /** See readBreakdown(). */
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

/** What the query lacks, so that it is not sent; null if nothing. */
export function lacks(state: GroupedState): 'field' | 'property' | null {
  const { group_by, size, size_property, intensity, intensity_property } = state
  if (readBreakdown(group_by).fields.length === 0) return 'field'
  const isOpen =
    (size === 'sum' && size_property === '') || (intensity === 'avg' && intensity_property === '')
  return isOpen ? 'property' : null
}

/** A string that identifies a group; names do not, because values may contain ` / `. */
export const keyOf = ({ group, dimensions }: Group): string =>
  dimensionKey({ dimension: group, ...(dimensions && { dimensions }) })

export const nameOf = (group: Group): string => dimensionName(keyOf(group))

/** The values of a group, one for each field. */
export const valuesOf = (group: Group): readonly string[] => dimensionValues(keyOf(group))

/** The fields that name a group in a body. */
export const groupFields = ({ group, dimensions }: Group): object =>
  dimensions === undefined ? { group } : { dimensions }

/** The names of the fields that the groups are made of. */
export const namesOf = ({ group_by }: Pick<GroupedState, 'group_by'>): readonly string[] =>
  breakdownNames(group_by)

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
  const { breakdown, breakdowns, breakdown_limit = max_groups } = breakdownFields(group_by)
  return {
    ...(breakdowns === undefined ? { group_by: breakdown } : { breakdowns }),
    size: size === 'sum' ? { type: size, property: size_property } : { type: size },
    intensity:
      intensity === 'avg'
        ? { type: intensity, property: intensity_property }
        : intensity === 'percentile_per_actor'
          ? { type: intensity, percentile }
          : { type: intensity },
    ...(event === '' ? {} : { event }),
    ...(actor === '' ? {} : { actor }),
    max_groups: breakdown_limit,
    ...askedBody(asked),
  }
}
