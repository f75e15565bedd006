import type { View } from '../router/view.js'
import { allMetrics, oneMetric } from './explore/index.js'
import { funnels } from './funnels/index.js'
import { grouped } from './grouped/index.js'
import { infrastructure } from './infrastructure/index.js'
import { lifecycle } from './lifecycle/index.js'
import { live } from './live/index.js'
import { logs } from './logs/index.js'
import { people, person } from './people/index.js'
import { retention } from './retention/index.js'
import { segments } from './segments/index.js'
import { sessions } from './sessions/index.js'
import { sql } from './sql/index.js'
import { stickiness } from './stickiness/index.js'
import { trends } from './trends/index.js'

/** Every view, in the order of the navigation: the only file that names them all. The first one is the start. */
export const views: readonly View[] = [
  trends,
  funnels,
  retention,
  lifecycle,
  stickiness,
  grouped,
  sessions,
  allMetrics,
  oneMetric,
  sql,
  people,
  person,
  segments,
  live,
  infrastructure,
  logs,
]
