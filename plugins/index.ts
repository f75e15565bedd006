import type { Plugin } from '../contract/index.js'
import { activeUsers } from './active-users/index.js'
import { admin } from './admin/index.js'
import { audiences } from './audiences/index.js'
import { audit } from './audit/index.js'
import { auth } from './auth/index.js'
import { boards } from './boards/index.js'
import { calculated } from './calculated/index.js'
import { capacity } from './capacity/index.js'
import { catalogue } from './catalogue/index.js'
import { demo } from './demo/index.js'
import { dictionary } from './dictionary/index.js'
import { docs } from './docs/index.js'
import { eventsPlugin } from './events/index.js'
import { explore } from './explore/index.js'
import { explain } from './explain/index.js'
import { explainChange } from './explain-change/index.js'
import { explorer } from './explorer/index.js'
import { firstTime } from './first-time/index.js'
import { formula } from './formula/index.js'
import { geo } from './geo/index.js'
import { grouped } from './grouped/index.js'
import { importers } from './importers/index.js'
import { infrastructurePlugin } from './infrastructure/index.js'
import { funnel } from './funnel/index.js'
import { ingest } from './ingest/index.js'
import { jobs } from './jobs/index.js'
import { lifecyclePlugin } from './lifecycle/index.js'
import { machine } from './machine/index.js'
import { marks } from './marks/index.js'
import { logsPlugin } from './logs/index.js'
import { messages } from './messages/index.js'
import { metrics } from './metrics/index.js'
import { openapi } from './openapi/index.js'
import { otlp } from './otlp/index.js'
import { people } from './people/index.js'
import { perActor } from './per-actor/index.js'
import { viewsPlugin } from './views/index.js'
import { prometheus } from './prometheus/index.js'
import { posthog } from './posthog/index.js'
import { questions } from './questions/index.js'
import { segment } from './segment/index.js'
import { segments } from './segments/index.js'
import { retention } from './retention/index.js'
import { sessionsPlugin } from './sessions/index.js'
import { stickinessPlugin } from './stickiness/index.js'
import { webhook } from './webhook/index.js'
import { usersPlugin } from './users/index.js'
import { watchdog } from './watchdog/index.js'

/** The built-in plugins: the only file that names them all. */
export const builtInPlugins: readonly Plugin[] = [
  machine,
  watchdog,
  capacity,
  audit,
  auth,
  admin,
  jobs,
  messages,
  webhook,
  geo,
  catalogue,
  ingest,
  otlp,
  prometheus,
  segment,
  posthog,
  metrics,
  activeUsers,
  eventsPlugin,
  firstTime,
  perActor,
  logsPlugin,
  infrastructurePlugin,
  usersPlugin,
  sessionsPlugin,
  formula,
  explainChange,
  segments,
  grouped,
  stickinessPlugin,
  lifecyclePlugin,
  retention,
  audiences,
  calculated,
  marks,
  questions,
  boards,
  dictionary,
  funnel,
  viewsPlugin,
  importers,
  demo,
  openapi,
  docs,
  explain,
  people,
  explore,
  explorer,
]
