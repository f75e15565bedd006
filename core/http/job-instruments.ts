import { Counter, Gauge, type Registry } from 'prom-client'
import { jobScheduler, type JobScheduler, type JobTally, type ServiceRef } from '../contract/index.js'

/** The metrics of the jobs that ran in this process; none if no plugin runs jobs. */
export function jobInstruments(
  registry: Registry,
  find: (ref: ServiceRef<JobScheduler>) => JobScheduler | null,
): void {
  const registers = [registry]
  const tallies = (): readonly JobTally[] => find(jobScheduler)?.tallies() ?? []
  const labelNames = ['job', 'plugin'] as const
  new Counter({
    name: 'sextant_job_runs_total',
    help: 'Runs of jobs in this process, by outcome.',
    labelNames: [...labelNames, 'outcome'] as const,
    registers,
    collect() {
      this.reset()
      for (const { job, plugin, outcomes } of tallies())
        for (const [outcome, runs] of Object.entries(outcomes)) this.inc({ job, plugin, outcome }, runs)
    },
  })
  new Counter({
    name: 'sextant_job_seconds_total',
    help: 'Time of the ended runs of jobs in this process.',
    labelNames,
    registers,
    collect() {
      this.reset()
      for (const { job, plugin, milliseconds } of tallies()) this.inc({ job, plugin }, milliseconds / 1000)
    },
  })
  new Gauge({
    name: 'sextant_jobs_running',
    help: 'Whether a job runs in this process.',
    labelNames,
    registers,
    collect() {
      this.reset()
      for (const { job, plugin, running } of tallies()) this.set({ job, plugin }, running ? 1 : 0)
    },
  })
}
