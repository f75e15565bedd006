import t from 'tap'
import { definePlugin, serviceRef, type JobRun } from '../../contract/index.js'
import { eventually } from '../../test/support/eventually.js'
import { testService } from '../../test/support/service.js'

t.test('administrators see the jobs and run them', async (t) => {
  const tally = serviceRef<{ runs: number; broken: boolean }>('tally')
  const run = async ({ use, transaction, log }: JobRun): Promise<void> => {
    await transaction((records) => records.query('SELECT 1'))
    log.info({}, 'counted')
    use(tally).runs += 1
    if (use(tally).broken) throw new Error('out of paper')
  }
  const plugin = definePlugin({
    name: 'reports',
    contract: 1,
    after: [],
    register(host) {
      host.service(tally, () => ({ runs: 0, broken: false }))
      const every = { cron: '0 6 * * 1', zone: 'Europe/Berlin' }
      host.job({
        name: 'weekly-report',
        summary: 'Sends the report',
        every,
        catchUp: 'skip',
        timeout: 60,
        run,
      })
    },
  })
  const service = await testService(t, { plugins: [plugin] })
  service.setClock(Date.UTC(2026, 0, 5, 12))
  const shown = async () => {
    const { status, body } = await service.call('GET', '/api/v1/admin/jobs')
    t.equal(status, 200)
    return (body.data as { name: string; runs: { outcome: string | null }[] }[]).find(
      ({ name }) => name === 'weekly-report',
    )
  }
  t.match(await shown(), {
    ...{ plugin: 'reports', summary: 'Sends the report', every_seconds: null },
    ...{ cron: '0 6 * * 1', zone: 'Europe/Berlin', catch_up: 'skip', timeout_seconds: 60 },
    ...{ next_at: /^20\d\d-\d\d-\d\dT0[45]:00:00.000Z$/, running: false, runs: [] },
  })
  const start = () => service.call('POST', '/api/v1/admin/jobs/weekly-report/run')
  const ended = (count: number) =>
    eventually('the end of the run', async () => {
      const job = await shown()
      return job?.runs.length === count && job.runs[0]?.outcome !== null
    })
  t.match(await start(), { status: 202, body: { data: { name: 'weekly-report', token: 1 } } })
  await ended(1)
  t.match(await shown(), { runs: [{ outcome: 'succeeded', error: null, started_by: /^usr_/, seconds: 0 }] })

  const unknown = await service.call('POST', '/api/v1/admin/jobs/nightly/run')
  t.match(unknown, { status: 404, body: { message: 'unknown job' } })
  const { body: metrics } = await service.call('GET', '/metrics')
  const text = String(metrics)
  t.match(text, /sextant_job_runs_total\{job="weekly-report",plugin="reports",outcome="succeeded"\} 1/)
  t.match(text, /sextant_job_runs_total\{job="weekly-report",plugin="reports",outcome="failed"\} 0/)
  t.match(text, /sextant_jobs_running\{job="weekly-report",plugin="reports"\} 0/)
  const { id: workspace } = await service.workspace()
  const audit = await service.call('GET', '/api/v1/admin/audit', {
    workspace,
    query: { action: 'job.started' },
  })
  t.match(audit.body.data, { total: 1, entries: [{ subject_id: 'weekly-report', actor_email: /@/ }] })
})
