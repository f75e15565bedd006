import { get } from '../../api/call.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { useMetrics, type Metric } from '../../data/metrics.js'
import { SeriesPanel } from '../../metric/series-panel.js'
import { askedCodecs, askedParameters } from '../../question/asked.js'
import { BreakdownPicker } from '../../question/breakdown-picker.js'
import { FilterBuilder } from '../../question/filter-builder.js'
import { ParameterFields } from '../../question/parameter-fields.js'
import { RangeBar } from '../../question/range-bar.js'
import { text } from '../../router/codec.js'
import { useUrlState } from '../../router/use-url-state.js'
import { PageHead } from '../../shell/page-head.js'
import { Answered, Awaited, EmptyState } from '../../ui/states.js'
import { Table, type Column } from '../../ui/table.js'
import { infrastructureText } from '../../text/infrastructure.js'
import { Rich } from '../../ui/rich.js'

interface Name {
  readonly name: string
  readonly type: string
  readonly unit: string | null
  readonly labels: readonly string[]
}

const codecs = { ...askedCodecs, range: text('24h'), name: text(), fn: text() }

const columns: readonly Column<Name>[] = [
  { key: 'name', title: infrastructureText.metric, value: ({ name }) => name },
  {
    key: 'type',
    title: infrastructureText.type,
    value: ({ type }) => type,
    render: ({ type }) => <span class="tag">{type}</span>,
  },
  { key: 'unit', title: infrastructureText.unit, value: ({ unit }) => unit },
  {
    key: 'labels',
    title: infrastructureText.labels,
    render: ({ labels }) => <span class="soft">{labels.join(', ')}</span>,
  },
]

/** The default function by type: counters show their rate, histograms p95, gauges their average. */
const defaultFn: Readonly<Record<string, string>> = { counter: 'rate', histogram: 'p95' }

export function Infrastructure() {
  const metrics = useMetrics()
  if (metrics.data === null) return <Awaited list={metrics} />
  const metric = metrics.data.find(({ key }) => key === 'metric')
  if (metric === undefined)
    return (
      <EmptyState title={infrastructureText.infrastructureMetricsAreNot}>
        {infrastructureText.thePluginInfrastructureIsNot}
      </EmptyState>
    )
  return <Names metric={metric} />
}

function Names({ metric }: { readonly metric: Metric }) {
  const [{ name, fn, ...asked }, set] = useUrlState(codecs)
  const { range, granularity, compare, timezone } = asked
  const answer = useAnswer<Data<readonly Name[]>>(
    get(`${metric.path}/names`, askedParameters({ range, timezone })),
  )
  return (
    <>
      <PageHead
        title={infrastructureText.infrastructure}
        summary={infrastructureText.metricsOfServicesAndHosts}
      />
      <div class="row">
        <RangeBar value={{ range, granularity, compare, timezone }} onChange={set} />
        <BreakdownPicker
          source="metrics"
          value={asked.breakdown}
          onChange={(breakdown) => set({ breakdown })}
        />
        <FilterBuilder source="metrics" value={asked.filters} onChange={(filters) => set({ filters })} />
      </div>
      <Answered answer={answer} isEmpty={({ data }) => data.length === 0} empty={<NoMetrics />}>
        {({ data }) => {
          const shown = data.find((one) => one.name === name) ?? data[0]
          if (shown === undefined) return null
          const chosenFn = fn === '' ? (defaultFn[shown.type] ?? 'avg') : fn
          return (
            <div class="stack">
              <div class="row">
                <ParameterFields
                  metric={metric}
                  value={{ name: shown.name, fn: chosenFn }}
                  onChange={(params) => set({ name: params['name'] ?? '', fn: params['fn'] ?? '' })}
                />
              </div>
              <SeriesPanel
                metric={metric}
                asked={asked}
                params={{ name: shown.name, fn: chosenFn }}
                title={`${shown.name} · ${chosenFn}`}
                unit={shown.unit ?? ''}
              />
              <section class="card flush" aria-label={infrastructureText.metrics}>
                <Table
                  columns={columns}
                  rows={data}
                  rowKey={(one) => one.name}
                  caption={infrastructureText.metricsThatHavePointsInThe}
                  onRow={(one) => set({ name: one.name, fn: '', breakdown: '' })}
                />
              </section>
            </div>
          )
        }}
      </Answered>
    </>
  )
}

const NoMetrics = () => (
  <section class="card">
    <EmptyState icon="server" title={infrastructureText.noInfrastructureMetricsInThis}>
      <Rich text={infrastructureText.sendPoints} />
    </EmptyState>
  </section>
)
