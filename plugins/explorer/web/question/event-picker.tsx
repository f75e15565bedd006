import { ItemList } from '../series-picker/item-list.js'
import { preloadEvents, useEventItems } from '../series-picker/use-items.js'
import { Popover } from '../ui/popover.js'
import { questionText } from '../text/question.js'

interface Props {
  readonly value: string
  readonly onChange: (event: string) => void
  /** The button's text while no event is chosen. */
  readonly empty?: string
  readonly label: string
  /** Whether the choice can be cleared. */
  readonly clearable?: boolean
}

/** Chooses an event: lists those that occur, most frequent first; any other can be typed. */
export const EventPicker = ({
  value,
  onChange,
  empty = questionText.chooseAnEvent,
  label,
  clearable = false,
}: Props) => {
  const text = value === '' ? empty : value
  return (
    <span class="series-picker" onPointerEnter={preloadEvents} onFocusCapture={preloadEvents}>
      <Popover text={text} label={`${label}: ${text}`} popup="listbox" typeahead>
        {(close, typed) => {
          const choose = (name: string): void => {
            onChange(name)
            close()
          }
          return (
            <ItemList
              label={questionText.findAnEvent}
              useItems={useEventItems}
              value={value === '' ? '' : `event:${value}`}
              typed={typed}
              onChoose={({ name }) => choose(name)}
              {...(clearable ? { none: { label: empty, onChoose: () => choose('') } } : {})}
            />
          )
        }}
      </Popover>
    </span>
  )
}
