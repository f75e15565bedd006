import { actorNoun, type Question } from '../../contract/index.js'
import type { Intensity, Size } from './input.js'

type Who = Question['actor']

/** A property's name as shown to readers: `amount` for `properties.amount`. */
const nameOf = (property: string): string => property.replace(/^properties\./, '')

/** The answer's `size_label`. */
export function sizeLabel(size: Size, who: Who): string {
  switch (size.type) {
    case 'count':
      return 'Events'
    case 'unique_actors':
      return `Unique ${actorNoun(who).many}`
    case 'sum':
      return `Sum of ${nameOf(size.property)}`
  }
}

/** The answer's `intensity_label`. */
export function intensityLabel(intensity: Intensity, who: Who): string {
  switch (intensity.type) {
    case 'avg_per_actor':
      return `Events per ${actorNoun(who).one}`
    case 'percentile_per_actor':
      return `p${percent(percentileOf(intensity))} events per ${actorNoun(who).one}`
    case 'unique_actors':
      return `Unique ${actorNoun(who).many}`
    case 'avg':
      return `Average of ${nameOf(intensity.property)}`
  }
}

/** The percentile as a share, 0.9 by default. */
export const percentileOf = ({ percentile = 0.9 }: { readonly percentile?: number }): number => percentile

/** A share in percent without rounding noise: 0.29 gives 29, not 28.999999999999996. */
const percent = (share: number): number => Number((share * 100).toPrecision(12))
