import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { formatPercent, formatValue } from '../../charts/format.js'
import { fieldName } from '../../data/fields.js'
import { useMetrics, type Metric } from '../../data/metrics.js'
import { usePeople } from '../../metric/use-people.js'
import { ZonePicker } from '../../question/controls.js'
import { usualZone } from '../../question/calendar.js'
import { FilterBuilder } from '../../question/filter-builder.js'
import { missingParams } from '../../question/metric-call.js'
import { todayIn } from '../../question/month-grid.js'
import { ParameterFields } from '../../question/parameter-fields.js'
import { weekAndBefore } from '../../question/periods.js'
import { RangePicker } from '../../question/range-picker.js'
import { useUrlState } from '../../router/use-url-state.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { Answered, Awaited, EmptyState } from '../../ui/states.js'
import { FieldTable } from './field-table.js'
import { MetricChoice } from './metric-choice.js'
import { changeCall, codecs, peopleCall, type ChangeData, type ChangeState } from './spec.js'
import './changes.css'

export function Changes() {
  const metrics = useMetrics()
  if (metrics.data === null) return <Awaited list={metrics} />
  const all = metrics.data.filter(({ answer }) => answer === 'series')
  const [first] = all.filter((metric) => missingParams(metric, {}).length === 0)
  return first === undefined ? (
    <EmptyState title="No metrics are available">No plugin of this service has a time series.</EmptyState>
  ) : (
    <ChangesOf metrics={all} first={first} />
  )
}

function ChangesOf({ metrics, first }: { readonly metrics: readonly Metric[]; readonly first: Metric }) {
  const [given, set] = useUrlState(codecs)
  const usual = weekAndBefore(todayIn(given.timezone === '' ? usualZone() : given.timezone))
  const state: ChangeState = {
    ...given,
    metric: metrics.find(({ key }) => key === given.metric) ?? first,
    before: given.before === '' ? usual.before : given.before,
    after: given.after === '' ? usual.after : given.after,
  }
  const { metric, params, before, after } = state
  const ready = missingParams(metric, params).length === 0
  const call = ready ? changeCall(state) : null
  const answer = useAnswer<Data<ChangeData>>(call)
  return (
    <>
      <PageHead
        title="Why it changed"
        summary="The values with the largest part in the change between two ranges."
      >
        <ShareMenu
          calls={call === null ? [] : [call]}
          sheet={answer.data === null ? null : () => sheetOf((answer.data as Data<ChangeData>).data)}
        />
      </PageHead>
      <section class="card row" aria-label="Query">
        <MetricChoice metrics={metrics} value={metric} onChange={(key) => set({ metric: key, params: {} })} />
        <ParameterFields metric={metric} value={params} onChange={(next) => set({ params: next })} />
        <FilterBuilder
          source={metric.source}
          value={state.filters}
          onChange={(filters) => set({ filters })}
          scope={{ range: after, timezone: state.timezone, audience: state.audience }}
          error={answer.error}
        />
      </section>
      <div class="row">
        <div class="row" role="group" aria-label="Before">
          <span class="soft">Before</span>
          <RangePicker value={before} onChange={(range) => set({ before: range })} />
        </div>
        <div class="row" role="group" aria-label="After">
          <span class="soft">After</span>
          <RangePicker value={after} onChange={(range) => set({ after: range })} />
        </div>
        <ZonePicker value={state.timezone} onChange={(timezone) => set({ timezone })} />
      </div>
      {ready ? (
        <Answered answer={answer}>{({ data }) => <Explained state={state} data={data} />}</Answered>
      ) : (
        <section class="card">
          <EmptyState icon="metric" title="Parameters required">
            Choose a value for each required parameter of the metric.
          </EmptyState>
        </section>
      )}
    </>
  )
}

function Explained({ state, data }: { readonly state: ChangeState; readonly data: ChangeData }) {
  const [openPeople, drawer] = usePeople()
  const { metric } = state
  return (
    <div class="stack">
      <section class="card" aria-label="Change">
        <p class="headline">
          <span class="figure number">{changeText(data.change, metric.kind)}</span>
          <span>
            {metric.title}: {formatValue(data.before, metric.kind)} → {formatValue(data.after, metric.kind)}
            {data.before !== 0 && ` (${changePercent(data)})`}
          </span>
        </p>
      </section>
      {data.fields.length === 0 && (
        <section class="card">
          <EmptyState title="Nothing to compare">
            No field has two to 1,000 values in these ranges. Choose longer ranges or remove filters.
          </EmptyState>
        </section>
      )}
      {data.fields.map((field) => (
        <section key={field.field} class="card stack">
          <div class="spread">
            <h2>{fieldName(field.field)}</h2>
            {field.share !== null && field.values[0] !== undefined && (
              <span class="soft">
                {field.values[0].value} explains {formatPercent(field.share)}
              </span>
            )}
          </div>
          <FieldTable
            state={state}
            data={data}
            field={field}
            onPeople={(side, value) => {
              const call = peopleCall(state, side, field.field, value)
              if (call !== null) openPeople(call, `${fieldName(field.field)}: ${value}, ${side}`)
            }}
          />
        </section>
      ))}
      {drawer}
    </div>
  )
}

/** A change with its sign. */
const changeText = (change: number, kind: string): string =>
  `${change > 0 ? '+' : ''}${formatValue(change, kind)}`

const changePercent = ({ before, change }: ChangeData): string =>
  `${change > 0 ? '+' : ''}${formatPercent(change / before)}`

const sheetOf = ({ fields }: ChangeData) => ({
  name: 'change',
  columns: ['field', 'value', 'before', 'after', 'change', 'share'],
  rows: fields.flatMap(({ field, values }) =>
    values.map(({ value, before, after, change, share }) => [field, value, before, after, change, share]),
  ),
})
