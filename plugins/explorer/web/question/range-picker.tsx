import { useState } from 'preact/hooks'
import { Button } from '../ui/button.js'
import { TextField } from '../ui/field.js'
import { Form } from '../ui/form.js'
import { Popover } from '../ui/popover.js'
import { Month } from './month.js'
import { presets, rangeName } from './range-name.js'

interface Props {
  readonly value: string
  readonly onChange: (range: string) => void
  /** Offers '' under this name. */
  readonly none?: string
}

export const RangePicker = ({ value, onChange, none }: Props) => {
  const name = value === '' && none !== undefined ? none : rangeName(value)
  return (
    <Popover text={name} label={`Range: ${name}`} icon="calendar">
      {(close) => (
        <Choices
          value={value}
          {...(none === undefined ? {} : { none })}
          onChange={(range) => {
            onChange(range)
            close()
          }}
        />
      )}
    </Popover>
  )
}

function Choices({ value, onChange, none }: Props) {
  const [given, end] = value.split(',')
  const [from, setFrom] = useState(end === undefined ? '' : (given ?? ''))
  const [to, setTo] = useState(end ?? '')
  // The first of two days begins a range, the second ends it; an earlier one begins another.
  const choose = (date: string): void => {
    const isEnd = from !== '' && to === '' && date >= from
    if (!isEnd) setFrom(date)
    setTo(isEnd ? date : '')
  }
  const problem = from !== '' && to !== '' && to < from ? 'Choose an end on or after the start' : null
  return (
    <div class="range">
      <div class="range-presets" role="group" aria-label="Ranges">
        {[...(none === undefined ? [] : [['', none] as const]), ...presets].map(([range, name]) => (
          <button type="button" key={range} aria-pressed={range === value} onClick={() => onChange(range)}>
            {name}
          </button>
        ))}
      </div>
      <Month from={from} to={to} onChoose={choose} />
      <Form
        look="range-custom"
        onSubmit={() => from !== '' && to !== '' && problem === null && onChange(`${from},${to}`)}
      >
        <TextField label="From" type="date" value={from} onInput={setFrom} />
        <TextField label="To (inclusive)" type="date" value={to} onInput={setTo} error={problem} />
        <Button look="primary" small type="submit" disabled={from === '' || to === '' || problem !== null}>
          Apply
        </Button>
      </Form>
    </div>
  )
}
