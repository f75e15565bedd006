import type { View } from '../router/view.js'
import { funnels } from './funnels/index.js'
import { live } from './live/index.js'
import { logs } from './logs/index.js'
import { people, person } from './people/index.js'
import { retention } from './retention/index.js'
import { sql } from './sql/index.js'
import { trends } from './trends/index.js'

/** Every view, in the order of the navigation: the only file that names them all. The first one is the start. */
export const views: readonly View[] = [trends, funnels, retention, sql, people, person, live, logs]
