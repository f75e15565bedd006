import type { Column, Content, Mount, Page } from 'sextant/page'
import { jobsText } from './text.js'
import { outcomeOf, scheduleOf, type Job } from './job.js'

/** The periodic jobs of the service: next time, last run, and a button that runs one now. */
export const mount: Mount = (page) => {
  const { h, render } = page.ui
  const JobList = jobList(page)
  render(h(JobList, {}), page.element)
}

interface Jobs {
  readonly data: readonly Job[]
}

function jobList({ api, ui }: Page): () => Content {
  const { h, format } = ui

  const LastRun = ({ runs }: Job): Content => {
    const run = runs.find(({ outcome }) => outcome !== null)
    if (run === undefined) return h(ui.Soft, {}, jobsText.noneYet)
    return h(
      ui.Stack,
      {},
      h(
        ui.Row,
        {},
        format.time(run.started_at),
        h(ui.Tag, { look: run.outcome === 'succeeded' ? 'plain' : 'accent' }, outcomeOf(run)),
        h(ui.Soft, {}, jobsText.seconds(run.seconds ?? 0)),
      ),
      run.error !== null && h(ui.Soft, {}, run.error),
    )
  }

  interface RunProps {
    readonly job: Job
    readonly onStarted: () => void
  }

  const RunButton = ({ job: { name, running }, onStarted }: RunProps): Content => {
    const { busy, run, problem } = ui.useAction()
    const start = async (): Promise<void> => {
      await api.post(`/api/v1/admin/jobs/${name}/run`, {})
      ui.toast(jobsText.jobStarted(name))
      onStarted()
    }
    return h(
      ui.Stack,
      {},
      h(ui.Button, { small: true, busy, disabled: running, onClick: () => void run(start) }, jobsText.runNow),
      problem !== null && h('span', { role: 'alert' }, problem.message),
    )
  }

  const columns = (reload: () => void): readonly Column<Job>[] => [
    {
      key: 'name',
      title: jobsText.job,
      value: ({ name }) => name,
      render: ({ name, summary }) => h(ui.Stack, {}, h('strong', {}, name), h(ui.Soft, {}, summary)),
    },
    { key: 'schedule', title: jobsText.schedule, value: scheduleOf },
    {
      key: 'next',
      title: jobsText.nextRun,
      value: ({ next_at }) => next_at,
      render: ({ next_at, running }) =>
        running ? h(ui.Tag, { look: 'accent' }, jobsText.running) : format.time(next_at),
    },
    { key: 'last', title: jobsText.lastRun, render: (job) => h(LastRun, job) },
    { key: 'run', title: '', align: 'end', render: (job) => h(RunButton, { job, onStarted: reload }) },
  ]

  return () => {
    const answer = ui.useAnswer<Jobs>('/api/v1/admin/jobs')
    return [
      h(ui.PageHead, {
        title: jobsText.jobs,
        summary: jobsText.summary,
      }),
      h(
        ui.Answered<Jobs>,
        {
          answer,
          isEmpty: ({ data }) => data.length === 0,
          empty: h(ui.EmptyState, { icon: 'clock', title: jobsText.noJobs }, jobsText.noPluginDeclaresAJob),
        },
        ({ data }) =>
          h(
            ui.Card,
            { flush: true },
            h(ui.Table<Job>, {
              columns: columns(answer.reload),
              rows: data,
              rowKey: ({ name }) => name,
              caption: jobsText.jobs,
            }),
          ),
      ),
    ]
  }
}
