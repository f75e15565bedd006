import { hrefOf } from '../router/location.js'
import type { Metric } from './metrics.js'

/** The address of the page of a metric, for every kind of answer. */
export const metricHref = ({ key }: Metric): string => hrefOf(`/explore/${key}`)
