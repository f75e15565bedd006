import { useState } from 'preact/hooks'
import type { Metric } from '../data/metrics.js'
import { fieldName } from '../data/fields.js'
import { Select } from '../ui/field.js'
import { Popover } from '../ui/popover.js'
import { ActorSelect } from './actor-select.js'
import { FieldList } from './field-picker.js'
import {
  measureNames,
  measuresIn,
  measureWords,
  takesActor,
  takesProperty,
  type Measure,
  type MeasuredEvent,
} from './series.js'
import { questionText } from '../text/question.js'

interface Props {
  readonly metrics: readonly Metric[]
  readonly value: MeasuredEvent
  readonly onChange: (value: MeasuredEvent) => void
}

/** What is measured of an event, and of which property. Until a property is chosen, the measure before it stays. */
export function MeasureSelect({ metrics, value, onChange }: Props) {
  const [wanted, setWanted] = useState<Measure | null>(null)
  const measure = wanted ?? value.measure
  const set = (changes: Partial<MeasuredEvent>): void => {
    setWanted(null)
    onChange({ ...value, ...changes })
  }
  const choose = (chosen: Measure): void => {
    if (!takesProperty(chosen)) set({ measure: chosen, property: '' })
    else if (value.property === '') setWanted(chosen)
    else set({ measure: chosen })
  }
  return (
    <>
      <Select
        label={questionText.measure}
        bare
        value={measure}
        options={measuresIn(metrics).map((one) => ({ value: one, label: measureNames[one] }))}
        onChange={choose}
      />
      {takesProperty(measure) && (
        <Popover
          key={wanted}
          text={value.property === '' ? questionText.chooseAProperty : fieldName(value.property)}
          popup="listbox"
          opened={wanted !== null}
        >
          {(close) => (
            <FieldList
              source="events"
              only="number"
              label={questionText.findANumericProperty}
              onChange={(property) => {
                set({ measure, property })
                close()
              }}
            />
          )}
        </Popover>
      )}
      {wanted !== null && <small>{questionText.showsMeasureUntilAPropertyIs(measureWords(value))}</small>}
      {takesActor(measure) && <ActorSelect value={value.actor} onChange={(actor) => set({ actor })} />}
    </>
  )
}
