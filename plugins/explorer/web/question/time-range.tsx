import { useState } from 'preact/hooks'
import { questionText } from '../text/question.js'
import { Button } from '../ui/button.js'
import { TextField } from '../ui/field.js'
import { Form } from '../ui/form.js'
import type { Days } from './period.js'

interface Props {
  /** The times to begin with; null for none. */
  readonly given: Days | null
  readonly onChange: (range: string) => void
}

/** A range from one time to another, the end exclusive, of the clocks of the query's time zone. */
export function TimeRange({ given, onChange }: Props) {
  const [from, setFrom] = useState(given?.from ?? '')
  const [to, setTo] = useState(given?.to ?? '')
  const problem = from !== '' && to !== '' && to <= from ? questionText.chooseATimeAfterTheStart : null
  const isReady = from !== '' && to !== '' && problem === null
  return (
    <Form look="range-custom" onSubmit={() => isReady && onChange(`${from},${to}`)}>
      <TextField label={questionText.fromTime} type="datetime-local" value={from} onInput={setFrom} />
      <TextField
        label={questionText.toTime}
        type="datetime-local"
        value={to}
        onInput={setTo}
        error={problem}
      />
      <Button look="primary" small type="submit" disabled={!isReady}>
        {questionText.applyTimes}
      </Button>
    </Form>
  )
}
