import { hrefOf } from '../router/location.js'
import type { Metric } from './metrics.js'

/** The view that shows this metric, whatever its kind of answer. */
export const metricHref = ({ key }: Metric): string => hrefOf(`/explore/${key}`)
