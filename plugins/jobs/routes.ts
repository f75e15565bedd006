import Type from 'typebox'
import {
  globally,
  jobScheduler,
  named,
  notMember,
  type PluginHost,
  type ServiceRef,
} from '../../contract/index.js'
import { listRuns } from './jobs-repository.js'
import type { Scheduler } from './scheduler.js'
import { jobBody, JobBody } from './shown.js'

const tag = {
  name: 'Jobs',
  description: 'The periodic jobs that plugins declare, with their next times and latest runs.',
}

/** The scheduler of this plugin: the contract's, and what the routes call. */
export const scheduler: ServiceRef<Scheduler> = jobScheduler as ServiceRef<Scheduler>

const StartedRun = named(
  'StartedJobRun',
  Type.Object({ name: Type.String(), token: Type.Integer({ description: 'That of the run' }) }),
)

/** The runs listed of each job. */
const runsShown = 20

export function registerRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path: '/api/v1/admin/jobs',
    summary: 'List the periodic jobs of the service with their next time and latest runs',
    tag,
    access: globally('platform'),
    response: Type.Object({ data: Type.Array(JobBody) }),
    async handle(ask) {
      const jobs = await ask.use(scheduler).list()
      const runs = await listRuns(ask.records, runsShown)
      return { data: jobs.map((job) => jobBody(job, runs)) }
    },
  })
  host.route({
    method: 'POST',
    path: '/api/v1/admin/jobs/:name/run',
    summary: 'Run a job now, in the process that answers; its schedule stays',
    tag,
    access: globally('platform'),
    params: Type.Object({ name: Type.String({ maxLength: 100 }) }),
    status: 202,
    refusals: ['NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
    response: Type.Object({ data: StartedRun }),
    async handle(ask, { params: { name } }) {
      if (ask.caller === null) throw notMember()
      return { data: { name, token: await ask.use(scheduler).runNow(name, ask.caller) } }
    },
  })
}
