import { contractNumber, definePlugin, globally } from '../../contract/index.js'
import { jobMeters } from './meters.js'
import { examples } from './examples.js'
import { registerRoutes, scheduler } from './routes.js'
import { createScheduler } from './scheduler.js'

/** Runs the jobs that plugins declare, each in one process of several, and shows their runs. */
export const jobs = definePlugin({
  name: 'jobs',
  contract: contractNumber,
  after: ['auth'],
  register(host) {
    host.examples(examples)
    host.migrations(new URL('migrations/', import.meta.url))
    host.service(scheduler, (dependencies) => {
      const created = createScheduler(dependencies)
      jobMeters(dependencies.meters, created)
      return created
    })
    registerRoutes(host)
    host.page({
      key: 'jobs',
      title: 'Jobs',
      summary: 'The periodic work of the service',
      group: 'Manage',
      icon: 'clock',
      path: '/jobs',
      access: globally('platform'),
      module: new URL('web/jobs.js', import.meta.url),
      folder: new URL('web/', import.meta.url),
    })
  },
})
