import { useState } from 'preact/hooks'
import { Button } from '../ui/button.js'
import { Select } from '../ui/field.js'
import { Form } from '../ui/form.js'
import { Popover } from '../ui/popover.js'
import { usualZone, weekStart } from './calendar.js'
import { DayRange } from './day-range.js'
import { todayIn } from './month-grid.js'
import { daysOf, timesOf } from './period.js'
import { presets, rangeName } from './range-name.js'
import { TimeRange } from './time-range.js'
import { questionText } from '../text/question.js'

interface Props {
  readonly value: string
  readonly onChange: (range: string) => void
  /** Offers '' under this name. */
  readonly none?: string
  /** The time zone of the days; '' is the workspace's. */
  readonly zone?: string
}

export const RangePicker = ({ value, onChange, none, zone = '' }: Props) => {
  const name = value === '' && none !== undefined ? none : rangeName(value)
  return (
    <Popover text={name} label={questionText.rangeName(name)} icon="calendar">
      {(close) => (
        <Choices
          value={value}
          zone={zone === '' ? usualZone() : zone}
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

function Choices({ value, onChange, none, zone = 'UTC' }: Props) {
  const today = todayIn(zone)
  return (
    <div class="range">
      <div class="range-presets" role="group" aria-label={questionText.ranges}>
        {[...(none === undefined ? [] : [['', none] as const]), ...presets].map(([range, name]) => (
          <button type="button" key={range} aria-pressed={range === value} onClick={() => onChange(range)}>
            {name}
          </button>
        ))}
      </div>
      <div class="range-days">
        <div class="range-relative">
          <LastUnits value={value} onChange={onChange} />
          <Since today={today} onChange={onChange} />
        </div>
        <DayRange given={daysOf(value, today, weekStart())} zone={zone} onChange={onChange} />
        <TimeRange given={timesOf(value)} onChange={onChange} />
      </div>
    </div>
  )
}

const units = [
  { value: 'd', label: questionText.days },
  { value: 'w', label: questionText.weeks },
  { value: 'm', label: questionText.months },
] as const

/** The largest number that the service takes is larger; this is more than two thousand years of days. */
const most = 99_999

/** A range of the last so many days, weeks or months, today included. */
function LastUnits({ value, onChange }: Pick<Props, 'value' | 'onChange'>) {
  const [, digits = '30', letter] = /^([1-9]\d{0,4})([dwm])$/.exec(value) ?? []
  const [count, setCount] = useState(digits)
  const [unit, setUnit] = useState<string>(letter ?? 'd')
  const isValid = /^[1-9]\d*$/.test(count) && Number(count) <= most
  return (
    <Form look="range-line row" onSubmit={() => isValid && onChange(`${count}${unit}`)}>
      <label class="row">
        {questionText.last}
        <input
          class="input number"
          type="number"
          min={1}
          max={most}
          value={count}
          onInput={(event) => setCount(event.currentTarget.value)}
        />
      </label>
      <Select label={questionText.unit} bare value={unit} options={units} onChange={setUnit} />
      <Button small type="submit" disabled={!isValid}>
        {questionText.show}
      </Button>
    </Form>
  )
}

/** A range from a day until today; the service has no open end, so a link keeps the day on which it was made. */
function Since({ today, onChange }: { readonly today: string } & Pick<Props, 'onChange'>) {
  const [since, setSince] = useState('')
  const isValid = since !== '' && since <= today
  return (
    <Form look="range-line row" onSubmit={() => isValid && onChange(`${since},${today}`)}>
      <label class="row">
        {questionText.since}
        <input
          class="input"
          type="date"
          max={today}
          value={since}
          onInput={(event) => setSince(event.currentTarget.value)}
        />
      </label>
      <Button small type="submit" disabled={!isValid} label={questionText.showSinceThisDayUntilToday}>
        {questionText.show}
      </Button>
    </Form>
  )
}
