import { useState } from 'preact/hooks'
import { questionText } from '../text/question.js'
import { Button } from '../ui/button.js'
import { TextField } from '../ui/field.js'
import { Form } from '../ui/form.js'
import { Months } from './months.js'
import { countDays, todayIn } from './month-grid.js'
import type { Days } from './period.js'

interface Props {
  /** The dates to begin with; null for none. */
  readonly given: Days | null
  /** The time zone of the days. */
  readonly zone: string
  readonly onChange: (range: string) => void
}

/** Two months and two fields that choose a range of dates, both inclusive. */
export function DayRange({ given, zone, onChange }: Props) {
  const [from, setFrom] = useState(given?.from ?? '')
  const [to, setTo] = useState(given?.to ?? '')
  const [isChoosing, setChoosing] = useState(false)
  // The first of two days begins a range, the second ends it; an earlier one begins another.
  const choose = (date: string): void => {
    const isEnd = isChoosing && date >= from
    if (!isEnd) setFrom(date)
    setTo(isEnd ? date : '')
    setChoosing(!isEnd)
  }
  const problem = from !== '' && to !== '' && to < from ? questionText.chooseAnEndOnOrAfter : null
  const isReady = from !== '' && to !== '' && problem === null
  return (
    <>
      <Months from={from} to={to} today={todayIn(zone)} onChoose={choose} />
      <Form look="range-custom" onSubmit={() => isReady && onChange(`${from},${to}`)}>
        <TextField label={questionText.from} type="date" value={from} onInput={setFrom} />
        <TextField label={questionText.toInclusive} type="date" value={to} onInput={setTo} error={problem} />
        <Button look="primary" small type="submit" disabled={!isReady}>
          {questionText.apply}
        </Button>
      </Form>
      <p class="faint" aria-live="polite">
        {isReady
          ? questionText.dayCountInZone(questionText.dayCount(countDays(from, to)), zone)
          : from === ''
            ? questionText.daysInZone(zone)
            : questionText.chooseTheLastDay(zone)}
      </p>
    </>
  )
}
