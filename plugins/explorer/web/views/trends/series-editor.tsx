import type { Metric } from '../../data/metrics.js'
import { FilterBuilder } from '../../question/filter-builder.js'
import type { FilterScope } from '../../question/filter-scope.js'
import { MetricPicker } from '../../question/metric-picker.js'
import { ParameterFields } from '../../question/parameter-fields.js'
import { Button } from '../../ui/button.js'
import { letterOf, type SeriesSpec } from './spec.js'

interface Props {
  readonly metrics: readonly Metric[]
  readonly series: readonly SeriesSpec[]
  readonly formula: string
  /** The query of the series. */
  readonly scope: FilterScope
  readonly onSeries: (series: readonly SeriesSpec[]) => void
  readonly onFormula: (formula: string) => void
}

const most = 26

/** Edits the series, one row each, and the formula over them. */
export function SeriesEditor({ metrics, series, formula, scope, onSeries, onFormula }: Props) {
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
          metric={metrics.find(({ key }) => key === spec.metric) ?? null}
          onChange={(changed) => replace(index, changed)}
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
          Add series
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
  readonly scope: FilterScope
  readonly metric: Metric | null
  readonly onChange: (spec: SeriesSpec) => void
  readonly onRemove?: () => void
}

const SeriesRow = ({ letter, alone, spec, scope, metric, onChange, onRemove }: RowProps) => (
  <div class="series-row row" role="group" aria-label={`Series ${letter}`}>
    <span class="letter" aria-hidden="true">
      {letter}
    </span>
    <MetricPicker answer="series" value={spec.metric} onChange={(key) => onChange({ metric: key })} />
    {metric !== null && (
      <>
        <ParameterFields
          metric={metric}
          value={spec.params ?? {}}
          onChange={(params) => onChange({ ...spec, params })}
        />
        {!(alone && (spec.filters ?? []).length === 0) && (
          <FilterBuilder
            source={metric.source}
            value={spec.filters ?? []}
            onChange={(filters) => onChange({ ...spec, filters })}
            scope={scope}
          />
        )}
      </>
    )}
    {onRemove !== undefined && (
      <Button small look="quiet" icon="close" label={`Remove series ${letter}`} onClick={onRemove} />
    )}
  </div>
)

interface FormulaProps {
  readonly value: string
  readonly letters: number
  readonly onChange: (formula: string) => void
}

const functionsHint = 'Functions: cumulative(A), moving_average(A, 7), delta(A), lag(A, 1), share(A), rank(A)'

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
        <span>Formula</span>
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
