import { Popover } from '../ui/popover.js'
import { ValueList } from './value-picker.js'

interface Props {
  readonly value: string
  readonly onChange: (event: string) => void
  /** The button's text while no event is chosen. */
  readonly empty?: string
  readonly label: string
  /** Whether the choice can be cleared. */
  readonly clearable?: boolean
}

/** Chooses an event name: lists those that occur, most frequent first; any other can be typed. */
export const EventPicker = ({
  value,
  onChange,
  empty = 'Choose an event',
  label,
  clearable = false,
}: Props) => (
  <Popover
    text={value === '' ? empty : value}
    label={`${label}: ${value === '' ? empty : value}`}
    popup="listbox"
  >
    {(close) => {
      const choose = (name: string): void => {
        onChange(name)
        close()
      }
      return (
        <>
          {clearable && value !== '' && (
            <button type="button" class="button quiet small" onClick={() => choose('')}>
              {empty}
            </button>
          )}
          <ValueList source="events" field="event_name" chosen={[]} label="Find an event" onChoose={choose} />
        </>
      )
    }}
  </Popover>
)
