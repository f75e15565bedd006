import { withQuery } from '../../api/call.js'
import type { Data, SeriesData } from '../../api/types.js'
import { useAnswers } from '../../api/use-answer.js'
import { formatBucket } from '../../charts/format.js'
import { datesOf } from '../../charts/line.js'
import { pivotDate, pivotOf, pivotSheet } from '../../charts/pivot.js'
import { dimensionParameters } from '../../data/dimension.js'
import { useMetrics, type Metric } from '../../data/metrics.js'
import { questionCall } from '../../library/api.js'
import type { SavedQuestion } from '../../library/types.js'
import { usePeople } from '../../metric/use-people.js'
import { breakdownNames } from '../../question/breakdown.js'
import { BreakdownPicker } from '../../question/breakdown-picker.js'
import { FilterBuilder } from '../../question/filter-builder.js'
import { splitFilters } from '../../question/filter-node.js'
import { RangeBar } from '../../question/range-bar.js'
import { questionIn, seriesName, type SeriesSpec } from '../../question/series.js'
import { WhyLink } from '../../question/why-link.js'
import { useUrlState } from '../../router/use-url-state.js'
import { chartSheet } from '../../share/chart-sheet.js'
import type { Sheet } from '../../share/csv.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { Segmented } from '../../ui/field.js'
import { Answered, Awaited, EmptyState, ErrorState, Loading } from '../../ui/states.js'
import { trendChart, type NamedAnswer, type Origin, type TrendChart } from '../../charts/trend-chart.js'
import { SeriesEditor } from './series-editor.js'
import { callsOf, codecs, knownSeries, looks, missingIn, seriesCall } from './spec.js'
import { TrendResult } from './result.js'
import { whyOf } from './why.js'
import './trends.css'
import { trendsText } from '../../text/trends.js'
import { chartName } from '../../charts/options.js'

export function Trends() {
  const metrics = useMetrics()
  return metrics.data === null ? <Awaited list={metrics} /> : <TrendsOf metrics={metrics.data} />
}

function TrendsOf({ metrics }: { readonly metrics: readonly Metric[] }) {
  const [state, set] = useUrlState(codecs)
  const [openPeople, drawer] = usePeople()
  const series = state.series.length > 0 ? state.series : firstSeries(metrics)
  const questions = [...new Set(series.flatMap((one) => questionIn(one) ?? []))].sort()
  const saved = useAnswers<Data<SavedQuestion>>(questions.length === 0 ? null : questions.map(questionCall))
  const known = knownSeries(
    metrics,
    (saved.data ?? []).map(({ data }) => data),
    series,
  )
  const missing = known.flatMap(missingIn)
  const ready = known.length === series.length && missing.length === 0
  const calls = ready ? callsOf(known, state, state.formula) : null
  const answer = useAnswers<Data<SeriesData>>(calls)
  const source = known[0]?.metric.source ?? 'events'
  // The tree of a series is sent as a part of the view's: its errors would be shown at the wrong node.
  const hasOwnTrees = series.some(({ filters = [] }) => splitFilters(filters).tree !== null)
  const isFormula = state.formula !== ''
  const kind = isFormula ? 'value' : (known[0]?.metric.kind ?? 'count')

  const named = (answers: readonly Data<SeriesData>[]) =>
    answers.map(({ data }, index) => {
      const one = known[index]
      if (isFormula || one === undefined) return { name: state.formula, answer: data, kind: 'value' }
      const { unit, kind: own } = one.metric
      const actor = one.spec.params?.['actor']
      return {
        name: seriesName(one.spec, one.metric.title),
        answer: data,
        unit,
        kind: own,
        ...(actor === undefined ? {} : { actor }),
      }
    })
  const open = ({ series: place, dimension }: Origin, label: string, date: string | undefined): void => {
    const one = known[place]
    if (one === undefined || one.metric.people === null) return
    openPeople(
      withQuery(seriesCall(one, { ...state, compare: '' }, 'people'), {
        date,
        ...dimensionParameters(dimension),
      }),
      `${label}${date === undefined ? '' : ` · ${formatBucket(date)}`}`,
      <WhyLink href={whyOf(one, state, { dimension, date })} />,
    )
  }
  const chart = answer.data === null ? null : trendChart(named(answer.data))
  /** The table that is shown: the pivot of a sole series, or else a column for each line. */
  const sheetOf = (all: readonly NamedAnswer[], drawn: TrendChart): Sheet => {
    const [only] = all
    const points = only?.answer.points ?? []
    const date = pivotDate(state.at, datesOf([{ points }]), only?.kind ?? kind)
    const pivot = state.look === 'table' && all.length === 1 ? pivotOf(points, date) : null
    return pivot === null
      ? chartSheet('trends', drawn)
      : pivotSheet('trends', breakdownNames(state.breakdown), pivot)
  }
  return (
    <>
      <PageHead title={trendsText.trends}>
        <ShareMenu
          calls={calls ?? []}
          sheet={chart === null ? null : () => sheetOf(named(answer.data ?? []), chart)}
        />
      </PageHead>
      <section class="card stack" aria-label={trendsText.query}>
        <SeriesEditor
          metrics={metrics}
          series={series}
          known={known}
          formula={state.formula}
          scope={state}
          onSeries={(changed) => set({ series: changed })}
          onFormula={(formula) => set({ formula })}
          onSavedFormula={set}
        />
        <div class="row question-foot">
          <BreakdownPicker
            source={source}
            value={state.breakdown}
            onChange={(breakdown) => set({ breakdown })}
          />
          <FilterBuilder
            source={source}
            value={state.filters}
            onChange={(filters) => set({ filters })}
            scope={state}
            error={hasOwnTrees ? null : answer.error}
          />
        </div>
      </section>
      <div class="spread">
        <RangeBar value={state} onChange={set} />
        <Segmented
          label={trendsText.chartType}
          value={state.look}
          options={looks.map((look) => ({
            value: look,
            label: chartName(look),
          }))}
          onChange={(look) => set({ look })}
        />
      </div>
      <section class="card" aria-label={trendsText.result}>
        {known.length < series.length ? (
          questions.length > 0 && saved.error !== null ? (
            <ErrorState error={saved.error} onRetry={saved.reload} />
          ) : questions.length > 0 && (saved.data === null || saved.since !== null) ? (
            <Loading />
          ) : (
            <EmptyState icon="metric" title={trendsText.unknownMetric}>
              {trendsText.thisLinkNamesAMetricThat}
            </EmptyState>
          )
        ) : ready ? (
          <Answered
            answer={answer}
            isEmpty={(answers) => answers.every(({ data }) => data.points.length === 0)}
          >
            {(answers) => (
              <TrendResult
                named={named(answers)}
                look={state.look}
                kind={kind}
                range={state.range}
                timezone={state.timezone}
                fields={breakdownNames(state.breakdown)}
                at={state.at}
                onAt={(at) => set({ at })}
                onPoint={isFormula || known.every(({ metric }) => metric.people === null) ? null : open}
                whyOf={(index) => {
                  const one = isFormula ? undefined : known[index]
                  const date = datesOf(answers.slice(index, index + 1).map(({ data }) => data)).at(-1)
                  return one === undefined ? null : whyOf(one, state, { date, last: true })
                }}
              />
            )}
          </Answered>
        ) : (
          <EmptyState icon="metric" title={trendsText.parametersRequired}>
            {trendsText.chooseToSeeTheMetricOverTime(missing)}
          </EmptyState>
        )}
      </section>
      {drawer}
    </>
  )
}

/** The default series: the first time series metric without required parameters. */
const firstSeries = (metrics: readonly Metric[]): readonly SeriesSpec[] =>
  metrics
    .filter(({ answer, parameters: { required = [] } }) => answer === 'series' && required.length === 0)
    .slice(0, 1)
    .map(({ key }) => ({ metric: key }))
