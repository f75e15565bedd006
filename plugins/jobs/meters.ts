import type { JobScheduler, Meters } from '../../contract/index.js'

/** The metrics of the jobs that ran in this process. */
export function jobMeters(meters: Meters, { tallies }: Pick<JobScheduler, 'tallies'>): void {
  const labels = ['job', 'plugin'] as const
  meters.counter({
    name: 'sextant_job_runs_total',
    help: 'Runs of jobs in this process, by outcome.',
    labels: [...labels, 'outcome'],
    read: () =>
      tallies().flatMap(({ job, plugin, outcomes }) =>
        Object.entries(outcomes).map(([outcome, value]) => ({ value, labels: { job, plugin, outcome } })),
      ),
  })
  meters.counter({
    name: 'sextant_job_seconds_total',
    help: 'Time of the ended runs of jobs in this process.',
    labels,
    read: () =>
      tallies().map(({ job, plugin, milliseconds }) => ({
        value: milliseconds / 1000,
        labels: { job, plugin },
      })),
  })
  meters.gauge({
    name: 'sextant_jobs_running',
    help: 'Whether a job runs in this process.',
    labels,
    read: () =>
      tallies().map(({ job, plugin, running }) => ({ value: running ? 1 : 0, labels: { job, plugin } })),
  })
}
