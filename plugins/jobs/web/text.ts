/** What people read on the page of jobs; a translation replaces this file. */
export const jobsText = {
  everyHours: (count: number) => (count === 1 ? 'Every hour' : `Every ${count} h`),
  everyMinutes: (count: number) => (count === 1 ? 'Every minute' : `Every ${count} min`),
  everySeconds: (count: number) => (count === 1 ? 'Every second' : `Every ${count} s`),
  seconds: (count: number) => `${count} s`,
  noneYet: 'None yet',
  jobStarted: (name: string) => `Job “${name}” started`,
  runNow: 'Run now',
  job: 'Job',
  schedule: 'Schedule',
  nextRun: 'Next run',
  running: 'Running',
  lastRun: 'Last run',
  jobs: 'Jobs',
  summary: 'The periodic work of the service. One process runs each job. Times are in UTC.',
  noJobs: 'No jobs',
  noPluginDeclaresAJob: 'No plugin declares a job.',
}
