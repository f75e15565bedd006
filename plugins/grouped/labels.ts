import type { Intensity, Size } from './input.js'

/** `properties.amount` is `amount` to a reader. */
const nameOf = (property: string): string => property.replace(/^properties\./, '')

export function sizeLabel(size: Size): string {
  switch (size.type) {
    case 'count':
      return 'Events'
    case 'unique_actors':
      return 'Unique users'
    case 'sum':
      return `Sum of ${nameOf(size.property)}`
  }
}

export function intensityLabel(intensity: Intensity): string {
  switch (intensity.type) {
    case 'avg_per_actor':
      return 'Events per user'
    case 'percentile_per_actor':
      return `p${percent(percentileOf(intensity))} events per user`
    case 'unique_actors':
      return 'Unique users'
    case 'avg':
      return `Average of ${nameOf(intensity.property)}`
  }
}

export const percentileOf = ({ percentile = 0.9 }: { readonly percentile?: number }): number => percentile

/** 0.29 is 29, not 28.999999999999996. */
const percent = (share: number): number => Number((share * 100).toPrecision(12))
