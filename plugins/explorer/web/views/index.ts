import type { View } from '../router/view.js'
import { allMetrics, oneMetric } from './explore/index.js'
import { grouped } from './grouped/index.js'
import { infrastructure } from './infrastructure/index.js'
import { lifecycle } from './lifecycle/index.js'
import { segments } from './segments/index.js'
import { sessions } from './sessions/index.js'
import { stickiness } from './stickiness/index.js'
import { trends } from './trends/index.js'

/** Every view, in the order of the navigation: the only file that names them all. The first one is the start. */
export const views: readonly View[] = [
  trends,
  lifecycle,
  stickiness,
  grouped,
  sessions,
  allMetrics,
  oneMetric,
  segments,
  infrastructure,
]
