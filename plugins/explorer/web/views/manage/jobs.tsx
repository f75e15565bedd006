import { get, post } from '../../api/call.js'
import { send } from '../../api/send.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { formatTime } from '../../charts/format.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { Answered, EmptyState } from '../../ui/states.js'
import { Table, type Column } from '../../ui/table.js'
import { toast } from '../../ui/toast.js'
import { useAction } from '../../ui/use-action.js'

interface Run {
  readonly token: number
  readonly started_at: string
  readonly seconds: number | null
  readonly outcome: string | null
  readonly error: string | null
}

interface Job {
  readonly name: string
  readonly plugin: string
  readonly summary: string
  readonly every_seconds: number | null
  readonly cron: string | null
  readonly zone: string | null
  readonly next_at: string
  readonly running: boolean
  readonly runs: readonly Run[]
}

const scheduleOf = ({ every_seconds: seconds, cron, zone }: Job): string =>
  seconds === null
    ? `${cron ?? ''} (${zone ?? ''})`
    : seconds % 3600 === 0
      ? `Every ${seconds / 3600} h`
      : seconds % 60 === 0
        ? `Every ${seconds / 60} min`
        : `Every ${seconds} s`

const outcomeOf = (run: Run | undefined): string => (run?.outcome ?? '').replaceAll('_', ' ')

const LastRun = ({ runs }: Job) => {
  const [run] = runs.filter(({ outcome }) => outcome !== null)
  if (run === undefined) return <span class="faint">None yet</span>
  return (
    <span class="stack">
      <span class="row">
        {formatTime(run.started_at)}
        <span class={run.outcome === 'succeeded' ? 'tag' : 'tag accent'}>{outcomeOf(run)}</span>
        <span class="faint">{run.seconds ?? 0} s</span>
      </span>
      {run.error !== null && <span class="soft">{run.error}</span>}
    </span>
  )
}

/** The periodic jobs of the service: next time, last run, and a button that runs one now. */
export function Jobs() {
  const answer = useAnswer<Data<readonly Job[]>>(get('/api/v1/admin/jobs', {}))
  const columns: readonly Column<Job>[] = [
    {
      key: 'name',
      title: 'Job',
      value: ({ name }) => name,
      render: ({ name, summary }) => (
        <span class="stack">
          <strong>{name}</strong>
          <span class="soft">{summary}</span>
        </span>
      ),
    },
    { key: 'schedule', title: 'Schedule', value: scheduleOf },
    {
      key: 'next',
      title: 'Next run',
      value: ({ next_at }) => next_at,
      render: ({ next_at, running }) =>
        running ? <span class="tag accent">Running</span> : formatTime(next_at),
    },
    { key: 'last', title: 'Last run', render: (job) => <LastRun {...job} /> },
    {
      key: 'run',
      title: '',
      align: 'end',
      render: (job) => <RunButton job={job} onStarted={answer.reload} />,
    },
  ]
  return (
    <>
      <PageHead
        title="Jobs"
        summary="The periodic work of the service. One process runs each job. Times are in UTC."
      />
      <Answered
        answer={answer}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <EmptyState icon="clock" title="No jobs">
            No plugin declares a job.
          </EmptyState>
        }
      >
        {({ data }) => (
          <div class="card flush">
            <Table columns={columns} rows={data} rowKey={({ name }) => name} caption="Jobs" />
          </div>
        )}
      </Answered>
    </>
  )
}

function RunButton({
  job: { name, running },
  onStarted,
}: {
  readonly job: Job
  readonly onStarted: () => void
}) {
  const { busy, run, problem } = useAction()
  const start = async (): Promise<void> => {
    await send(post(`/api/v1/admin/jobs/${name}/run`, {}))
    toast(`Job “${name}” started`)
    onStarted()
  }
  return (
    <span class="stack">
      <Button small busy={busy} disabled={running} onClick={() => void run(start)}>
        Run now
      </Button>
      {problem !== null && <span role="alert">{problem.message}</span>}
    </span>
  )
}
