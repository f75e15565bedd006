import type { Metric } from '../data/metrics.js'
import {
  measuredIn,
  measuredSeries,
  measuresIn,
  questionPrefix,
  takesProperty,
  type SeriesSpec,
} from './series.js'

/** What a picker gives: an event, the key of a metric, or the id of a saved question. */
interface Chosen {
  readonly kind: 'event' | 'metric' | 'question'
  readonly name: string
}

/**
 * The series of a choice, so that it can be asked at once. An event keeps the measure of the event before it, unless
 * that is of a property, which the new one may not have. A metric of one event takes the event before it, or `usual`.
 */
export function chosenSeries(
  metrics: readonly Metric[],
  { kind, name }: Chosen,
  before: SeriesSpec,
  usual: string,
): SeriesSpec {
  if (kind === 'question') return { metric: questionPrefix + name }
  const measured = measuredIn(before)
  if (kind === 'event') {
    const kept = measured !== null && !takesProperty(measured.measure) ? measured : null
    const [first = 'total'] = measuresIn(metrics)
    return measuredSeries({
      event: name,
      measure: kept?.measure ?? first,
      property: '',
      actor: kept?.actor ?? '',
    })
  }
  const metric = metrics.find(({ key }) => key === name)
  const { required = [] } = metric?.parameters ?? {}
  const parameter =
    metric?.source === 'events' ? ['event', 'name'].find((one) => required.includes(one)) : undefined
  const event = measured?.event ?? usual
  return {
    metric: name,
    ...(parameter === undefined || event === '' ? {} : { params: { [parameter]: event } }),
  }
}
