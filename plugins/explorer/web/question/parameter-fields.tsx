import { ownParameters, type Metric, type OwnParameter } from '../data/metrics.js'
import { fieldName } from '../data/fields.js'
import { Select } from '../ui/field.js'
import { Popover } from '../ui/popover.js'
import { ActorSelect } from './actor-select.js'
import { EventPicker } from './event-picker.js'
import { FieldList } from './field-picker.js'
import type { MetricParams } from './metric-call.js'
import { ValueList } from './value-picker.js'
import { questionText } from '../text/question.js'

interface Props {
  readonly metric: Metric
  readonly value: MetricParams
  readonly onChange: (params: MetricParams) => void
}

/** A control for each of a metric's own parameters, built from its schema. */
export const ParameterFields = ({ metric, value, onChange }: Props) => (
  <>
    {ownParameters(metric).map((parameter) => (
      <ParameterField
        key={parameter.name}
        metric={metric}
        parameter={parameter}
        value={value[parameter.name] ?? ''}
        onChange={(text) => {
          const entries = Object.entries({ ...value, [parameter.name]: text })
          onChange(Object.fromEntries(entries.filter(([, one]) => one !== '')))
        }}
      />
    ))}
  </>
)

interface OneProps {
  readonly metric: Metric
  readonly parameter: OwnParameter
  readonly value: string
  readonly onChange: (value: string) => void
}

function ParameterField({ metric, parameter, value, onChange }: OneProps) {
  if (parameter.name === 'actor') return <ActorSelect value={value} onChange={onChange} />
  const choices = choicesOf(parameter)
  const name = parameter.name === 'fn' ? questionText.function : parameter.name.replaceAll('_', ' ')
  const label = name.charAt(0).toUpperCase() + name.slice(1)
  if (choices !== null)
    return (
      <Select
        label={label}
        value={value}
        options={[
          ...(parameter.required ? [] : [{ value: '', label: defaultOf(parameter) }]),
          ...choices.map((one) => ({ value: one, label: one })),
        ]}
        onChange={onChange}
      />
    )
  const empty = parameter.required ? questionText.chooseNamed(name) : questionText.anyNamed(name)
  const text = value === '' ? empty : fieldName(value)
  if (parameter.name === 'property' || parameter.name === 'field')
    return (
      <Suggested text={text} label={label}>
        {(close) => (
          <FieldList
            source={metric.source}
            onChange={closing(close, onChange)}
            label={questionText.findNamed(name)}
          />
        )}
      </Suggested>
    )
  const field = valueField(metric, parameter.name)
  if (field === 'event_name')
    return (
      <EventPicker
        label={label}
        value={value}
        empty={empty}
        clearable={!parameter.required}
        onChange={onChange}
      />
    )
  return field === null ? (
    <label class="select">
      <span>{label}</span>
      <input
        class="input"
        value={value}
        placeholder={defaultOf(parameter)}
        inputMode={parameter.type === 'integer' || parameter.type === 'number' ? 'numeric' : 'text'}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  ) : (
    <Suggested text={text} label={label}>
      {(close) => (
        <>
          {value !== '' && !parameter.required && (
            <button type="button" class="chip" onClick={() => closing(close, onChange)('')}>
              {questionText.anyNamed(name)}
            </button>
          )}
          <ValueList
            source={metric.source}
            field={field}
            chosen={[]}
            onChoose={closing(close, onChange)}
            label={questionText.findNamed(name)}
          />
        </>
      )}
    </Suggested>
  )
}

interface SuggestedProps {
  readonly text: string
  readonly label: string
  readonly children: (close: () => void) => preact.ComponentChildren
}

const Suggested = ({ text, label, children }: SuggestedProps) => (
  <Popover text={text} label={`${label}: ${text}`}>
    {children}
  </Popover>
)

const closing =
  (close: () => void, act: (value: string) => void) =>
  (value: string): void => {
    act(value)
    close()
  }

/** The values to choose from; null if any value is allowed. */
function choicesOf({ type, enum: listed, anyOf, examples }: OwnParameter): readonly string[] | null {
  if (type === 'boolean') return ['true', 'false']
  const choices = listed ?? anyOf?.map((one) => one.const) ?? examples
  return choices?.every((one) => typeof one === 'string') === true ? choices : null
}

/** The default of a parameter, as text. */
const defaultOf = (parameter: OwnParameter): string =>
  typeof parameter.default === 'string' ||
  typeof parameter.default === 'number' ||
  typeof parameter.default === 'boolean'
    ? String(parameter.default)
    : parameter.type === 'boolean'
      ? 'false'
      : questionText.anyValue

/** The field whose values a parameter takes: the column of the same name, or `event_name`; null if there is none. */
function valueField({ source, fields }: Metric, name: string): string | null {
  if (fields.includes(name)) return name
  return source === 'events' && (name === 'event' || name === 'name') ? 'event_name' : null
}
