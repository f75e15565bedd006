import { get } from '../../api/call.js'
import { useMetrics, type Metric } from '../../data/metrics.js'
import { metricHref } from '../../data/metric-href.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { Awaited } from '../../ui/states.js'
import { Table, type Column } from '../../ui/table.js'
import { exploreText } from '../../text/explore.js'

const answers: Readonly<Record<Metric['answer'], string>> = {
  series: exploreText.overTime,
  top: exploreText.ranking,
  page: exploreText.rows,
  list: exploreText.list,
}

const columns: readonly Column<Metric>[] = [
  {
    key: 'name',
    title: exploreText.metric,
    value: ({ title }) => title,
    render: (metric) => <a href={metricHref(metric)}>{metric.title}</a>,
  },
  {
    key: 'summary',
    title: exploreText.description,
    render: ({ summary }) => <span class="soft">{summary}</span>,
  },
  { key: 'answer', title: exploreText.result, value: ({ answer }) => answers[answer] },
  { key: 'unit', title: exploreText.unit, value: ({ unit }) => unit },
  {
    key: 'key',
    title: exploreText.key,
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
      <PageHead title={exploreText.allMetrics} summary={exploreText.everyMetricOfThisService}>
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
        <Table columns={columns} rows={metrics} rowKey={({ key }) => key} caption={exploreText.metrics} />
      </section>
    </>
  )
}
