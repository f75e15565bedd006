import { numberPoint } from './number-point.js'
import { exponentialPoint, histogramPoint } from './histogram-point.js'
import { senderLabels } from './labels.js'
import type { Series } from './point.js'
import { Rejected } from './refused.js'
import { senderOf } from './resource.js'
import { summaryPoint } from './summary-point.js'
import { attempt, outcome, type Line, type Translated } from './translated.js'
import { choice, flag, list, optionalMember, text, type Tree } from './tree.js'

const temporalities = [
  'AGGREGATION_TEMPORALITY_UNSPECIFIED',
  'AGGREGATION_TEMPORALITY_DELTA',
  'AGGREGATION_TEMPORALITY_CUMULATIVE',
]

type PointReader = (point: Tree, series: Series) => readonly Line[]

const kinds: Readonly<Record<string, PointReader>> = {
  gauge: numberPoint,
  sum: numberPoint,
  histogram: histogramPoint,
  exponentialHistogram: exponentialPoint,
  summary: summaryPoint,
}

/** Translates the data points of an ExportMetricsServiceRequest, in order. */
export function* dataPoints(request: Tree): Generator<Translated> {
  for (const group of list(request, 'resourceMetrics'))
    for (const scoped of list(group, 'scopeMetrics')) {
      const common = attempt(() => {
        const sender = senderOf(group, scoped)
        return { service: sender.service, source: sender.source, labels: senderLabels(sender) }
      })
      for (const metric of list(scoped, 'metrics'))
        for (const [kind, read] of Object.entries(kinds)) {
          const data = optionalMember(metric, kind)
          if (data === null) continue
          const series = attempt(() => seriesOf(metric, kind, data, common))
          for (const point of list(data, 'dataPoints'))
            yield series.value === undefined
              ? { rejected: series.rejected }
              : hasNoValue(point)
                ? { lines: [] }
                : outcome(() => read(point, series.value))
        }
    }
}

type Common = ReturnType<typeof attempt<Pick<Series, 'service' | 'source' | 'labels'>>>

function seriesOf(metric: Tree, kind: string, data: Tree, common: Common): Series {
  if (common.value === undefined) throw new Rejected(common.rejected)
  const asked = choice(data, 'aggregationTemporality', temporalities)
  const temporality = asked === 1 ? 'delta' : asked === 2 ? 'cumulative' : null
  if (temporality === null && kind !== 'gauge' && kind !== 'summary')
    throw new Rejected('aggregationTemporality of a sum or histogram must be delta or cumulative')
  return {
    ...common.value,
    name: text(metric, 'name'),
    unit: text(metric, 'unit'),
    temporality,
    monotonic: flag(data, 'isMonotonic'),
  }
}

/** The flag of a point that only marks the end of a series or a gap in it. */
const noRecordedValue = 1

const hasNoValue = (point: Tree): boolean => (Number(point['flags'] ?? 0) & noRecordedValue) === 1
