import { fieldGroup, fieldName, useFields, type FieldInfo } from '../data/fields.js'
import { PickerList, stateOf, type Choice } from '../ui/picker.js'
import { Popover } from '../ui/popover.js'

interface Props {
  readonly source: string
  readonly value: string
  readonly onChange: (field: string) => void
  readonly label?: string
  /** Only fields of this kind: `number` for sums. */
  readonly only?: (field: FieldInfo) => boolean
}

function fieldChoices(fields: readonly FieldInfo[] | null, only: (field: FieldInfo) => boolean = () => true) {
  const choices = (fields ?? []).filter(only).map(({ name, description }): Choice => ({
    value: name,
    label: fieldName(name),
    about: description,
    group: fieldGroup(name),
  }))
  return choices.sort((a, b) => order(a) - order(b))
}

const groups = ['Fields', 'Properties', 'Traits of the person']
const order = ({ group = '' }: Choice): number => groups.indexOf(group)

/** The list of a source's fields alone, for panels; any other name may be typed. */
export function FieldList({ source, onChange, only, label = 'Find a field' }: Omit<Props, 'value'>) {
  const fields = useFields(source)
  return (
    <PickerList
      label={label}
      choices={fieldChoices(fields.data, only)}
      {...stateOf(fields)}
      onChoose={onChange}
      free
    />
  )
}

/** What the answer is split by; '' is nothing. The fields are asked for when it is opened. */
export const BreakdownPicker = ({ source, value, onChange, label = 'Break down by' }: Props) => (
  <Popover text={value === '' ? 'Break down' : `By ${fieldName(value)}`} icon="segments" popup="listbox">
    {(close) => (
      <BreakdownList
        source={source}
        value={value}
        label={label}
        onChange={(field) => {
          onChange(field)
          close()
        }}
      />
    )}
  </Popover>
)

function BreakdownList({ source, value, onChange, label = '' }: Props) {
  const fields = useFields(source)
  const none: readonly Choice[] = value === '' ? [] : [{ value: '', label: 'No breakdown' }]
  return (
    <PickerList
      label={label}
      choices={[...none, ...fieldChoices(fields.data, ({ data_type }) => data_type !== 'time')]}
      {...stateOf(fields)}
      value={value}
      onChoose={onChange}
      free
    />
  )
}
