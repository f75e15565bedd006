import type { Metric } from '../data/metrics.js'
import { fieldName } from '../data/field-name.js'
import type { Filters } from './filter-node.js'
import type { MetricParams } from './metric-call.js'
import { questionText } from '../text/question.js'

/** One series of a query: a metric with its own parameters and filters. */
export interface SeriesSpec {
  /** The key of a metric, or `question:<id>` for a saved question. */
  readonly metric: string
  readonly params?: MetricParams
  /** Only events of this name count. For metrics without a parameter for it. */
  readonly event?: string
  readonly filters?: Filters
}

const measures = ['people', 'total', 'per_person', 'sum', 'avg', 'min', 'max'] as const
export type Measure = (typeof measures)[number]

/** An event and what is measured of it: another form of a series, for people. */
export interface MeasuredEvent {
  readonly event: string
  readonly measure: Measure
  /** The property whose numbers are measured; '' for none. */
  readonly property: string
  /** Who acts; '' for people. */
  readonly actor: string
}

/** The metric that answers each measure. */
const metricOf: Readonly<Record<Measure, string>> = {
  people: 'dau',
  total: 'event',
  per_person: 'per_actor',
  sum: 'events_custom',
  avg: 'events_custom',
  min: 'events_custom',
  max: 'events_custom',
}

export const takesProperty = (measure: Measure): boolean => metricOf[measure] === 'events_custom'
export const takesActor = (measure: Measure): boolean => measure === 'people' || measure === 'per_person'

/** The measures that the service answers: a plugin may be switched off. */
export const measuresIn = (metrics: readonly Metric[]): readonly Measure[] =>
  measures.filter((measure) => metrics.some(({ key }) => key === metricOf[measure]))

/** The event and the measure of a series; null if it is another metric, or has further parameters. */
export function measuredIn({ metric, params = {}, event = '' }: SeriesSpec): MeasuredEvent | null {
  const { actor = '', property = '', name = '', event: named = '', metric: fn = '', ...others } = params
  if (Object.keys(others).length > 0) return null
  const found = (of: string, measure: Measure): MeasuredEvent | null =>
    of === '' ? null : { event: of, measure, property: takesProperty(measure) ? property : '', actor }
  switch (metric) {
    case 'dau':
      return found(event, 'people')
    case 'event':
      return found(name, 'total')
    case 'events':
      return found(named, 'total')
    case 'per_actor':
      return property === '' && (fn === '' || fn === 'avg') ? found(named, 'per_person') : null
    case 'events_custom': {
      const measure = measures.find((one) => one === (fn === '' ? 'sum' : fn))
      return property === '' || measure === undefined || !takesProperty(measure)
        ? null
        : found(named, measure)
    }
    default:
      return null
  }
}

/** The opposite of measuredIn. */
export function measuredSeries({ event, measure, property, actor }: MeasuredEvent): SeriesSpec {
  const metric = metricOf[measure]
  const acting = actor === '' || !takesActor(measure) ? {} : { actor }
  if (measure === 'people') return { metric, event, ...(actor === '' ? {} : { params: acting }) }
  if (measure === 'total') return { metric, params: { name: event } }
  if (measure === 'per_person') return { metric, params: { event, metric: 'avg', ...acting } }
  return { metric, params: { event, property, metric: measure } }
}

export const measureNames: Readonly<Record<Measure, string>> = {
  people: 'people',
  total: 'total',
  per_person: questionText.perPerson,
  sum: questionText.sumOf,
  avg: questionText.averageOf,
  min: questionText.minimumOf,
  max: questionText.maximumOf,
}

/** The measure in words: “people”, “sum of amount”; with an actor “per device”, “groups: company”. */
export function measureWords({ measure, property, actor }: Omit<MeasuredEvent, 'event'>): string {
  if (takesProperty(measure)) return `${measureNames[measure]} ${fieldName(property)}`
  if (actor === '' || !takesActor(measure)) return measureNames[measure]
  const [kind = '', type = ''] = actor.split(':')
  if (measure === 'per_person') return questionText.perKind(type === '' ? kind : type)
  return type === '' ? `${kind}s` : questionText.groupsType(type)
}

/** The filters that a request has for a series: its event, and its own. */
export const filtersOf = ({ event = '', filters = [] }: SeriesSpec): Filters =>
  event === '' ? filters : [{ field: 'event_name', operator: 'eq', value: event }, ...filters]

/** The name of a series: event and measure, or the metric and its parameters; with `*` if it has filters. */
export function seriesName(spec: SeriesSpec, title: string): string {
  const { params = {}, event = '', filters = [] } = spec
  const measured = measuredIn(spec)
  const narrowed = [event, ...Object.values(params)].filter((value) => value !== '').join(', ')
  const name =
    measured !== null
      ? `${measured.event} · ${measureWords(measured)}`
      : narrowed === ''
        ? title
        : `${title} (${narrowed})`
  return filters.length > 0 ? `${name} *` : name
}

export const questionPrefix = 'question:'

/** The id of the saved question that a series shows; null if it shows a metric. */
export const questionIn = ({ metric }: Pick<SeriesSpec, 'metric'>): string | null =>
  metric.startsWith(questionPrefix) ? metric.slice(questionPrefix.length) : null
