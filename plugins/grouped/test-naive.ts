import type { LawEvent } from '../../test/property/metric-events.js'
import type { GroupedInput, Intensity, Size } from './input.js'

export type Body = Pick<GroupedInput, 'group_by' | 'event' | 'size' | 'intensity'>

interface Group {
  readonly group: string
  readonly size: number
  readonly intensity: number
  readonly children: readonly never[]
}

export interface Answer {
  readonly groups: readonly Group[]
  readonly total_size: number
  readonly size_label: string
  readonly intensity_label: string
  readonly intensity_min: number
  readonly intensity_max: number
}

/** Rounds away the last digits, in which means and percentiles may differ. */
export const near = (value: number): number => Math.round(value * 1e9) / 1e9

/** The expected answer, computed by loops, and the persons of each group. */
export function naiveGroups(
  events: readonly LawEvent[],
  personOf: (event: LawEvent) => string,
  { group_by = '', event, size, intensity }: Body,
  most: number,
) {
  const members = new Map<string, LawEvent[]>()
  for (const one of events) {
    if (event !== undefined && one.event !== event) continue
    const group = labelOf(one, group_by)
    members.set(group, [...(members.get(group) ?? []), one])
  }
  const all = [...members].map(([group, rows]) => ({
    group,
    size: sizeOf(size, rows, personOf),
    intensity: near(intensityOf(intensity, rows, personOf)),
    children: [],
  }))
  all.sort((a, b) => b.size - a.size || (a.group < b.group ? -1 : 1))
  const groups = all.slice(0, most)
  const values = groups.map((one) => one.intensity)
  const answer = {
    groups,
    total_size: all.reduce((total, one) => total + one.size, 0),
    intensity_min: Math.min(...values),
    intensity_max: Math.max(...values),
  }
  return {
    answer,
    persons: new Map([...members].map(([group, rows]) => [group, new Set(rows.map(personOf))])),
  }
}

function labelOf(one: LawEvent, field: string): string {
  const { plan, amount } = one.properties
  const values = {
    country: one.context.country,
    plan,
    amount,
    event_name: one.event,
    device_id: one.device_id,
  }
  const value = values[field as keyof typeof values]
  return value === undefined || value === '' ? '(none)' : String(value)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const amounts = (rows: readonly LawEvent[]): number[] =>
  rows.map(({ properties }) => properties.amount).filter((value) => typeof value === 'number')

function countsOf(rows: readonly LawEvent[], personOf: (event: LawEvent) => string): number[] {
  const counts = new Map<string, number>()
  for (const one of rows) counts.set(personOf(one), (counts.get(personOf(one)) ?? 0) + 1)
  return [...counts.values()].sort((a, b) => a - b)
}

function sizeOf(size: Size, rows: readonly LawEvent[], personOf: (event: LawEvent) => string): number {
  if (size.type === 'count') return rows.length
  return size.type === 'sum' ? sum(amounts(rows)) : countsOf(rows, personOf).length
}

function intensityOf(
  intensity: Intensity,
  rows: readonly LawEvent[],
  personOf: (event: LawEvent) => string,
): number {
  const counts = countsOf(rows, personOf)
  if (intensity.type === 'unique_actors') return counts.length
  if (intensity.type === 'avg_per_actor') return rows.length / counts.length
  if (intensity.type === 'avg') return sum(amounts(rows)) / Math.max(1, amounts(rows).length)
  const place = (intensity.percentile ?? 0.9) * (counts.length - 1)
  const [below = 0, above = below] = [counts[Math.floor(place)], counts[Math.ceil(place)]]
  return below + (above - below) * (place - Math.floor(place))
}
