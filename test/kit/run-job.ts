import {
  contractNumber,
  definePlugin,
  serviceRef,
  type DeclaredJob,
  type Plugin,
  type ServiceDependencies,
} from '../../contract/index.js'

/** Runs declared jobs of a service. */
export interface JobRunner {
  /** Takes the parts of the service, which its jobs use. */
  readonly plugin: Plugin
  /** See TestService.runJob. */
  run(jobs: readonly DeclaredJob[], name: string): Promise<void>
}

export function createJobRunner(): JobRunner {
  let parts: ServiceDependencies | null = null
  /** Fencing tokens grow with every run. */
  let token = 0
  const plugin = definePlugin({
    name: 'kit-jobs',
    contract: contractNumber,
    after: [],
    register(host) {
      host.service(serviceRef<object>('kit-jobs'), (given) => {
        parts = given
        return {}
      })
    },
  })
  return {
    plugin,
    async run(jobs, name) {
      const job = jobs.find(({ definition }) => definition.name === name)
      if (job === undefined) throw new Error(`unknown job ${name}`)
      if (parts === null) throw new Error('the service has not started')
      const { records, clock } = parts
      await job.definition.run({
        ...parts,
        scheduledAt: clock(),
        token: ++token,
        signal: new AbortController().signal,
        transaction: (work) => records.transaction(work),
      })
    },
  }
}
