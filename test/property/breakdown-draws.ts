import fc from 'fast-check'
import { personIn, type AudienceData, type LawEvent } from './metric-events.js'
import { valuesIn } from './naive-filter.js'

export type Item =
  | string
  | { readonly field: string; readonly bins: number | readonly number[] }
  | { readonly field: string; readonly unit: string }

export interface Draw {
  readonly breakdowns: readonly Item[]
  readonly limit: number
  readonly timezone: keyof typeof offsets
}

/** Zones without changes of their offset, in minutes. */
export const offsets = { UTC: 0, 'Asia/Kathmandu': 345 } as const

const item: fc.Arbitrary<Item> = fc.oneof(
  fc.constantFrom('country', 'plan', 'event_name', 'trait:tier', 'user_id', 'properties.amount'),
  fc.record({
    field: fc.constantFrom('amount', 'trait:age'),
    bins: fc.constantFrom<number | readonly number[]>([0], [-4, 2.5, 30], [1, 100], 1, 2, 3, 10),
  }),
  fc.record({
    field: fc.constant('timestamp'),
    unit: fc.constantFrom('hour', 'day', 'week', 'month', 'quarter', 'year'),
  }),
)
const draw: fc.Arbitrary<Draw> = fc.record({
  breakdowns: fc.array(item, { minLength: 1, maxLength: 3 }),
  limit: fc.constantFrom(1, 2, 5, 1000),
  timezone: fc.constantFrom('UTC', 'Asia/Kathmandu'),
})

export const draws = (seed: number, numRuns: number): readonly Draw[] => fc.sample(draw, { seed, numRuns })

export interface Group {
  readonly dimensions: readonly string[]
  readonly value: number
}

const other = '(other)'

/**
 * The groups of events by a naive evaluation, in the order of the answer: number of events, or of persons.
 * `events` are those in the range.
 */
export function naiveGroups(
  data: AudienceData,
  events: readonly LawEvent[],
  { breakdowns, limit, timezone }: Draw,
  of: 'events' | 'persons',
): readonly Group[] {
  const labels = breakdowns.map((one) => labelsOf(data, events, one, timezone))
  const rows = events.map((event, index) => ({ event, labels: labels.map((list) => list[index] ?? '') }))
  const sizes = new Map<string, number>()
  for (const row of rows) sizes.set(keyOf(row.labels), (sizes.get(keyOf(row.labels)) ?? 0) + 1)
  const kept = new Set(
    [...sizes]
      .sort(largestFirst)
      .slice(0, limit)
      .map(([key]) => key),
  )
  const rest = breakdowns.map(() => other)
  const members = new Map<string, { labels: readonly string[]; events: LawEvent[] }>()
  for (const { event, labels: own } of rows) {
    const shown = kept.has(keyOf(own)) ? own : rest
    const group = members.get(keyOf(shown)) ?? { labels: shown, events: [] }
    group.events.push(event)
    members.set(keyOf(shown), group)
  }
  const personOf = personIn(data)
  const valueOf = (list: readonly LawEvent[]): number =>
    of === 'events' ? list.length : new Set(list.map(personOf)).size
  const groups = [...members].map(([key, one]) => [key, valueOf(one.events), one.labels] as const)
  const [only] = breakdowns
  const isOrdered = breakdowns.length === 1 && typeof only === 'object'
  return groups
    .sort(
      (a, b) =>
        (isOrdered ? placeOf(a[2]) - placeOf(b[2]) : 0) || largestFirst([nameOf(a), a[1]], [nameOf(b), b[1]]),
    )
    .map(([, value, dimensions]) => ({ dimensions, value }))
}

type Ranked = readonly [string, number]

/** A key that sorts like the labels one by one: nothing in the data is less than U+0001. */
const keyOf = (labels: readonly string[]): string => labels.join('\u0001')
const nameOf = ([key, , labels]: readonly [string, number, readonly string[]]): string =>
  labels.every((label) => label === other) ? other : key

const largestFirst = ([a, left]: Ranked, [b, right]: Ranked): number =>
  right - left || Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Bins by their lower edge, dates by themselves, then "(none)", then "(other)". */
function placeOf([label = '']: readonly string[]): number {
  if (label === other) return Infinity
  if (label === '(none)') return Number.MAX_VALUE
  if (label.startsWith('(')) return -Number.MAX_VALUE
  return label.startsWith('[') ? Number(label.slice(1).split(',')[0]) : Date.parse(label)
}

function labelsOf(
  data: AudienceData,
  events: readonly LawEvent[],
  item: Item,
  timezone: Draw['timezone'],
): readonly string[] {
  const personOf = personIn(data)
  const read = valuesIn(data)
  const valueOf = (event: LawEvent, field: string): string | number | boolean | undefined =>
    read(event, personOf(event), field === 'amount' ? 'properties.amount' : field)
  if (typeof item === 'string')
    return events.map((event) => {
      const value = valueOf(event, item)
      return value === undefined || value === '' ? '(none)' : String(value)
    })
  if ('unit' in item)
    return events.map(({ timestamp }) => dateOf(Date.parse(timestamp), item.unit, offsets[timezone]))
  const values = events.map((event) => {
    const value = valueOf(event, item.field)
    return typeof value === 'number' ? value : null
  })
  return values.map((value) => (value === null ? '(none)' : binOf(value, item.bins, values)))
}

function binOf(value: number, bins: number | readonly number[], all: readonly (number | null)[]): string {
  if (typeof bins !== 'number') {
    const above = bins.findIndex((edge) => value < edge)
    const index = above === -1 ? bins.length : above
    return `${index === 0 ? '(-∞' : `[${bins[index - 1] ?? ''}`}, ${bins[index] ?? '∞'})`
  }
  const numbers = all.filter((one) => one !== null)
  const [least, greatest] = [Math.min(...numbers), Math.max(...numbers)]
  if (least === greatest) return `[${least}, ${greatest}]`
  const edge = (index: number): number => least + ((greatest - least) * index) / bins
  let index = 0
  while (index + 1 < bins && value >= edge(index + 1)) index++
  return index + 1 === bins ? `[${edge(index)}, ${greatest}]` : `[${edge(index)}, ${edge(index + 1)})`
}

function dateOf(instant: number, unit: string, offset: number): string {
  const local = new Date(instant + offset * 60_000)
  const text = local.toISOString()
  const month = Math.floor(local.getUTCMonth() / 3) * 3 + 1
  switch (unit) {
    case 'hour':
      return `${text.slice(0, 13)}:00:00${offset === 0 ? 'Z' : '+05:45'}`
    case 'day':
      return text.slice(0, 10)
    case 'week': {
      const monday = local.getTime() - ((local.getUTCDay() + 6) % 7) * 86_400_000
      return new Date(monday).toISOString().slice(0, 10)
    }
    case 'month':
      return `${text.slice(0, 7)}-01`
    case 'quarter':
      return `${text.slice(0, 4)}-${String(month).padStart(2, '0')}-01`
    default:
      return `${text.slice(0, 4)}-01-01`
  }
}
