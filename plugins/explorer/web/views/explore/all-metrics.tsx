import { get } from '../../api/call.js'
import { useMetrics, type Metric } from '../../data/metrics.js'
import { metricHref } from '../../data/metric-href.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { Awaited } from '../../ui/states.js'
import { Table, type Column } from '../../ui/table.js'

const answers: Readonly<Record<Metric['answer'], string>> = {
  series: 'Over time',
  top: 'Ranking',
  page: 'Rows',
  list: 'List',
}

const columns: readonly Column<Metric>[] = [
  {
    key: 'name',
    title: 'Metric',
    value: ({ title }) => title,
    render: (metric) => <a href={metricHref(metric)}>{metric.title}</a>,
  },
  { key: 'summary', title: 'Description', render: ({ summary }) => <span class="soft">{summary}</span> },
  { key: 'answer', title: 'Result', value: ({ answer }) => answers[answer] },
  { key: 'unit', title: 'Unit', value: ({ unit }) => unit },
  {
    key: 'key',
    title: 'Key',
    value: ({ key, argument }) => (argument === null ? key : `${key}:${argument}`),
    render: ({ key, argument }) => <span class="mono">{argument === null ? key : `${key}:${argument}`}</span>,
  },
]

export function AllMetrics() {
  const all = useMetrics()
  if (all.data === null) return <Awaited list={all} />
  const metrics = all.data
  return (
    <>
      <PageHead title="All metrics" summary="Every metric of this service, including those of plugins.">
        <ShareMenu
          calls={[get('/api/v1/metrics')]}
          sheet={() => ({
            name: 'metrics',
            columns: ['key', 'summary', 'answer', 'unit'],
            rows: metrics.map(({ key, summary, answer, unit }) => [key, summary, answer, unit]),
          })}
        />
      </PageHead>
      <section class="card flush">
        <Table columns={columns} rows={metrics} rowKey={({ key }) => key} caption="Metrics" />
      </section>
    </>
  )
}
