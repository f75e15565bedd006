import { useState } from 'preact/hooks'
import type { Data } from '../api/types.js'
import { useAnswer } from '../api/use-answer.js'
import { valuesCall } from '../data/fields.js'
import { useDictionary } from '../dictionary/described.js'
import { aboutOf, inOrder } from '../dictionary/order.js'
import { PickerList, type Choice } from '../ui/picker.js'
import { useSettled } from '../ui/use-settled.js'
import { questionText } from '../text/question.js'

interface Props {
  readonly source: string
  readonly field: string
  readonly chosen: readonly string[]
  readonly onChoose: (value: string) => void
  readonly label?: string
}

const patience = 150

/** Lists the values of a field that occur, searched by the service; any other value can be typed. */
export function ValueList({ source, field, chosen, onChoose, label = questionText.findAValue }: Props) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed, patience)
  const answer = useAnswer<Data<{ readonly values: readonly string[] }>>(valuesCall(source, field, search))
  const names = useDictionary('events', source === 'events' && field === 'event_name')
  const found = inOrder(answer.data?.data.values ?? [], names, (value) => value)
  const choices = found
    .filter((value) => !chosen.includes(value))
    .map((value): Choice => {
      const about = aboutOf(names.get(value))
      return {
        value,
        label: value === '' ? questionText.empty : value,
        ...(about !== undefined && { about }),
      }
    })
  return (
    <PickerList
      label={label}
      choices={choices}
      loading={answer.since !== null}
      problem={answer.error}
      onRetry={answer.reload}
      onSearch={setTyped}
      onChoose={onChoose}
      free
    />
  )
}
