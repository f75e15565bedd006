import { Popover } from '../ui/popover.js'
import { ValueList } from './value-picker.js'

interface Props {
  readonly value: string
  readonly onChange: (event: string) => void
  /** What the button says while none is chosen. */
  readonly empty?: string
  readonly label: string
  /** Offers to choose none. */
  readonly clearable?: boolean
}

/** One of the event names that occur, the most frequent first; any other may be typed. */
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
