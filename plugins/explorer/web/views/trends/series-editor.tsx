import type { Metric } from '../../data/metrics.js'
import { chosenSeries } from '../../question/chosen-series.js'
import { FilterBuilder } from '../../question/filter-builder.js'
import { eventScope, type FilterScope } from '../../question/filter-scope.js'
import { MeasureSelect } from '../../question/measure-select.js'
import { ParameterFields } from '../../question/parameter-fields.js'
import type { SavedFormula } from '../../question/series-link.js'
import { measuredIn, measuredSeries, questionIn, type SeriesSpec } from '../../question/series.js'
import { SeriesPicker } from '../../series-picker/series-picker.js'
import { mostUsedEvent } from '../../series-picker/use-items.js'
import { Button } from '../../ui/button.js'
import { letterOf, type Known } from './spec.js'
import { trendsText } from '../../text/trends.js'

interface Props {
  readonly metrics: readonly Metric[]
  readonly series: readonly SeriesSpec[]
  /** The series whose metric is known. */
  readonly known: readonly Known[]
  readonly formula: string
  /** The query of the series. */
  readonly scope: FilterScope
  readonly onSeries: (series: readonly SeriesSpec[]) => void
  readonly onFormula: (formula: string) => void
  /** Shows a saved formula in place of all series. */
  readonly onSavedFormula: (formula: SavedFormula) => void
}

const most = 26

/** Edits the series, one row each, and the formula over them. */
export function SeriesEditor({ metrics, series, known, formula, scope, ...on }: Props) {
  const { onSeries, onFormula, onSavedFormula } = on
  const replace = (index: number, changed: SeriesSpec): void =>
    onSeries(series.map((one, place) => (place === index ? changed : one)))
  return (
    <div class="series-list">
      {series.map((spec, index) => (
        <SeriesRow
          key={index}
          letter={letterOf(index)}
          alone={series.length === 1}
          spec={spec}
          scope={scope}
          metrics={metrics}
          known={known.find((one) => one.spec === spec)}
          onChange={(changed) => replace(index, changed)}
          onSavedFormula={onSavedFormula}
          {...(series.length > 1
            ? { onRemove: () => onSeries(series.filter((_, place) => place !== index)) }
            : {})}
        />
      ))}
      <div class="row">
        <Button
          small
          look="quiet"
          icon="plus"
          disabled={series.length >= most}
          onClick={() => onSeries([...series, ...series.slice(-1)])}
        >
          {trendsText.addSeries}
        </Button>
        {(series.length > 1 || formula !== '') && (
          <FormulaField value={formula} letters={series.length} onChange={onFormula} />
        )}
      </div>
    </div>
  )
}

interface RowProps {
  readonly letter: string
  /** Whether it is the only series; the filters of the view are enough then. */
  readonly alone: boolean
  readonly spec: SeriesSpec
  readonly known: Known | undefined
  readonly metrics: readonly Metric[]
  readonly scope: FilterScope
  readonly onChange: (spec: SeriesSpec) => void
  readonly onSavedFormula: (formula: SavedFormula) => void
  readonly onRemove?: () => void
}

function SeriesRow({ letter, alone, spec, known, metrics, scope, ...on }: RowProps) {
  const { onChange, onSavedFormula, onRemove } = on
  const measured = measuredIn(spec)
  const metric = known?.metric ?? null
  const isQuestion = questionIn(spec) !== null
  return (
    <div class="series-row row" role="group" aria-label={trendsText.seriesLetter(letter)}>
      <span class="letter" aria-hidden="true">
        {letter}
      </span>
      <SeriesPicker
        label={trendsText.seriesLetter(letter)}
        text={measured?.event ?? metric?.title ?? (isQuestion ? trendsText.savedQuestion : spec.metric)}
        value={
          measured !== null ? `event:${measured.event}` : isQuestion ? spec.metric : `metric:${spec.metric}`
        }
        onChoose={({ kind, name, formula }) => {
          if (formula !== undefined) onSavedFormula(formula)
          else if (kind !== 'formula') onChange(chosenSeries(metrics, { kind, name }, spec, mostUsedEvent()))
        }}
      />
      {measured !== null ? (
        <MeasureSelect
          key={measured.event}
          metrics={metrics}
          value={measured}
          onChange={(changed) =>
            onChange({ ...measuredSeries(changed), ...(spec.filters && { filters: spec.filters }) })
          }
        />
      ) : (
        metric !== null && (
          <ParameterFields
            metric={metric}
            value={spec.params ?? {}}
            onChange={(params) => onChange({ ...spec, params })}
          />
        )
      )}
      {metric !== null && !(alone && (spec.filters ?? []).length === 0) && (
        <FilterBuilder
          source={metric.source}
          value={spec.filters ?? []}
          onChange={(filters) => onChange({ ...spec, filters })}
          scope={measured === null ? scope : eventScope(scope, measured.event)}
        />
      )}
      {onRemove !== undefined && (
        <Button
          small
          look="quiet"
          icon="close"
          label={trendsText.removeSeriesLetter(letter)}
          onClick={onRemove}
        />
      )}
    </div>
  )
}

interface FormulaProps {
  readonly value: string
  readonly letters: number
  readonly onChange: (formula: string) => void
}

const functionsHint = trendsText.functionsCumulativeAMoving

function FormulaField({ value, letters, onChange }: FormulaProps) {
  const example = letters > 1 ? 'A / B * 100' : 'A * 100'
  return (
    <form
      class="formula row"
      onSubmit={(event) => {
        event.preventDefault()
        const input = event.currentTarget.elements.namedItem('formula')
        if (input instanceof HTMLInputElement) onChange(input.value.trim())
      }}
    >
      <label class="select">
        <span>{trendsText.formula}</span>
        <input
          class="input mono"
          name="formula"
          defaultValue={value}
          key={value}
          placeholder={example}
          title={functionsHint}
          spellcheck={false}
          autocomplete="off"
          onBlur={(event) => onChange(event.currentTarget.value.trim())}
        />
      </label>
    </form>
  )
}
