import { useState } from 'preact/hooks'
import { fieldGroup, fieldName, useFieldSearch, type FieldInfo, type FoundFields } from '../data/fields.js'
import { PickerList, stateOf, type Choice } from '../ui/picker.js'
import { Popover } from '../ui/popover.js'
import { questionText } from '../text/question.js'
import { dataText } from '../text/data.js'

const kinds = {
  number: ({ data_type }: FieldInfo) => data_type === 'number',
  grouping: ({ data_type }: FieldInfo) => data_type !== 'time',
}
type Kind = keyof typeof kinds

interface Props {
  readonly source: string
  readonly value: string
  readonly onChange: (field: string) => void
  readonly label?: string
  /** Only numeric fields, or only fields to group by. */
  readonly only?: Kind
}

function fieldChoices(found: FoundFields | null, only?: Kind) {
  const choices = (found?.fields ?? [])
    .filter(only === undefined ? () => true : kinds[only])
    .map(({ name, description }): Choice => ({
      value: name,
      label: fieldName(name),
      about: description,
      group: fieldGroup(name),
    }))
  return choices.sort((a, b) => order(a) - order(b) || Number(isSingle(a)) - Number(isSingle(b)))
}

const groups = [
  dataText.fields,
  dataText.properties,
  dataText.calculated,
  dataText.traitsOfThePerson,
  dataText.groups,
]
const order = ({ group = '' }: Choice): number => groups.indexOf(group)

/** Values of these name one moment, device, session or person: of the columns, they are the last that people look for. */
const singles: ReadonlySet<string> = new Set(['timestamp', 'device_id', 'session_id', 'user_id'])
const isSingle = ({ value }: Choice): boolean => singles.has(value)

/** The list of a source's fields without a button, for panels; any other name can be typed. */
export function FieldList({ source, onChange, only, label = questionText.findField }: Omit<Props, 'value'>) {
  const [typed, setTyped] = useState('')
  const fields = useFieldSearch(source, typed, only === 'number' ? only : undefined)
  return (
    <PickerList
      label={label}
      choices={fieldChoices(fields.data, only)}
      {...stateOf(fields)}
      onSearch={setTyped}
      partly
      onChoose={onChange}
      free
    />
  )
}

/** Chooses one field to group by; '' is none. Loads the fields when it is opened. */
export const GroupingPicker = ({ source, value, onChange, label = questionText.groupBy }: Props) => (
  <Popover
    text={value === '' ? label : questionText.byField(fieldName(value))}
    icon="segments"
    popup="listbox"
  >
    {(close) => (
      <GroupingList
        source={source}
        value={value}
        label={label}
        only="grouping"
        onChange={(field) => {
          onChange(field)
          close()
        }}
      />
    )}
  </Popover>
)

interface GroupingProps extends Omit<Props, 'onChange'> {
  /** `type` is that of the field; undefined if it is not known. */
  readonly onChange: (field: string, type: string | undefined) => void
}

/** The fields to group by; with a value also the choice of none. */
export function GroupingList({ source, value, onChange, label = '', only }: GroupingProps) {
  const [typed, setTyped] = useState('')
  const fields = useFieldSearch(source, typed)
  const none: readonly Choice[] = value === '' ? [] : [{ value: '', label: questionText.noBreakdown }]
  const typeOf = (field: string): string | undefined =>
    fields.data?.fields.find(({ name }) => name === field)?.data_type
  return (
    <PickerList
      label={label}
      choices={[...none, ...fieldChoices(fields.data, only)]}
      {...stateOf(fields)}
      onSearch={setTyped}
      partly
      value={value}
      onChoose={(field) => onChange(field, typeOf(field))}
      free
    />
  )
}
