import type { Plugin } from '../core/contract/index.js'
import { activeUsers } from './active-users/index.js'
import { admin } from './admin/index.js'
import { auth } from './auth/index.js'
import { eventsPlugin } from './events/index.js'
import { firstTime } from './first-time/index.js'
import { formula } from './formula/index.js'
import { grouped } from './grouped/index.js'
import { funnel } from './funnel/index.js'
import { ingest } from './ingest/index.js'
import { logsPlugin } from './logs/index.js'
import { perActor } from './per-actor/index.js'
import { segments } from './segments/index.js'
import { sessionsPlugin } from './sessions/index.js'
import { usersPlugin } from './users/index.js'

/** The built-in plugins: the only file that names them all. */
export const builtInPlugins: readonly Plugin[] = [
  auth,
  admin,
  ingest,
  activeUsers,
  eventsPlugin,
  firstTime,
  perActor,
  logsPlugin,
  usersPlugin,
  sessionsPlugin,
  formula,
  segments,
  grouped,
  funnel,
]
