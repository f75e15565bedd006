import { useState } from 'preact/hooks'
import { useFieldType } from '../data/fields.js'
import { Button } from '../ui/button.js'
import { Select, TextField } from '../ui/field.js'
import { Popover } from '../ui/popover.js'
import {
  breakdownName,
  breakdownText,
  mostFields,
  partName,
  readBreakdown,
  typedBins,
  units,
  type Breakdown,
  type BreakdownField,
  type Unit,
} from './breakdown.js'
import { GroupingList } from './field-picker.js'
import { questionText } from '../text/question.js'

interface Props {
  readonly source: string
  /** As an address has it, see readBreakdown(); '' is none. */
  readonly value: string
  readonly onChange: (breakdown: string) => void
  /** The number of values that the service shows unless asked for another. */
  readonly usual?: number
}

/** Chooses up to three fields to break down by, with bins or a unit, and how many of their values to show. */
export const BreakdownPicker = ({ source, value, onChange, usual = 25 }: Props) => (
  <Popover
    text={value === '' ? questionText.breakDown : questionText.byBreakdown(breakdownName(value))}
    icon="segments"
    popup="dialog"
  >
    {(close) => (
      <BreakdownPanel
        source={source}
        value={readBreakdown(value)}
        usual={usual}
        onChange={(breakdown) => onChange(breakdownText(breakdown))}
        onClose={close}
      />
    )}
  </Popover>
)

interface PanelProps {
  readonly source: string
  readonly value: Breakdown
  readonly usual: number
  readonly onChange: (breakdown: Breakdown) => void
  readonly onClose: () => void
}

const tops = [3, 5, 10, 25, 50, 100] as const

function BreakdownPanel({ source, value, usual, onChange, onClose }: PanelProps) {
  const { fields, top } = value
  const replace = (place: number, by: readonly BreakdownField[]): void =>
    onChange({ ...value, fields: fields.flatMap((one, index) => (index === place ? by : [one])) })
  return (
    <div class="stack breakdown-panel">
      {fields.map((one, index) => (
        <FieldRow
          key={`${index} ${one.field}`}
          source={source}
          value={one}
          onChange={(changed) => replace(index, [changed])}
          onRemove={() => replace(index, [])}
        />
      ))}
      {fields.length > 0 && (
        <Select
          label={questionText.valuesShown}
          value={top === null ? '' : String(top)}
          options={[
            { value: '', label: questionText.theCountLargest(usual) },
            ...tops
              .filter((one) => one !== usual)
              .map((one) => ({ value: String(one), label: questionText.theCountLargest(one) })),
          ]}
          onChange={(chosen) => onChange({ ...value, top: chosen === '' ? null : Number(chosen) })}
        />
      )}
      {fields.length < mostFields && (
        <GroupingList
          source={source}
          value=""
          label={fields.length === 0 ? questionText.breakDownBy : questionText.andBy}
          onChange={(field, type) => {
            const added: BreakdownField = type === 'time' ? { field, unit: 'day' } : { field }
            onChange({ ...value, fields: [...fields, added] })
            onClose()
          }}
        />
      )}
    </div>
  )
}

interface RowProps {
  readonly source: string
  readonly value: BreakdownField
  readonly onChange: (field: BreakdownField) => void
  readonly onRemove: () => void
}

type Form = 'values' | 'bins' | Unit

function FieldRow({ source, value, onChange, onRemove }: RowProps) {
  const { field, bins, unit } = value
  const [typed, setTyped] = useState(bins === undefined ? '' : [bins].flat().join(', '))
  const isTime = useFieldType(source, field) === 'time'
  const form: Form = unit ?? (bins === undefined ? 'values' : 'bins')
  const choose = (chosen: Form): void => {
    if (chosen === 'bins') setTyped('10')
    onChange(
      chosen === 'values' ? { field } : chosen === 'bins' ? { field, bins: 10 } : { field, unit: chosen },
    )
  }
  return (
    <div class="breakdown-field" role="group" aria-label={partName(value)}>
      <strong class="clip">{partName({ field })}</strong>
      <Select
        label={questionText.formOfField(partName({ field }))}
        bare
        value={form}
        options={[
          ...(isTime
            ? []
            : [
                { value: 'values' as const, label: questionText.eachValue },
                { value: 'bins' as const, label: questionText.binsOfNumbers },
              ]),
          ...units.map((one) => ({ value: one, label: questionText.datesByUnit(one) })),
        ]}
        onChange={choose}
      />
      <Button
        look="quiet"
        icon="close"
        label={questionText.removeField(partName({ field }))}
        onClick={onRemove}
      />
      {form === 'bins' && (
        <TextField
          label={questionText.bins}
          hint={questionText.howManyOfEqualWidthOr}
          error={typedBins(typed) === null ? questionText.aNumberFrom1To100 : null}
          value={typed}
          onInput={(text) => {
            setTyped(text)
            const read = typedBins(text)
            if (read !== null) onChange({ field, bins: read })
          }}
        />
      )}
    </div>
  )
}
