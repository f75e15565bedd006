import { useState } from 'preact/hooks'
import { fieldName, useFieldType } from '../data/fields.js'
import { Button } from '../ui/button.js'
import { Select, TextField } from '../ui/field.js'
import { Form } from '../ui/form.js'
import { Icon } from '../ui/icon.js'
import { FieldList } from './field-picker.js'
import { operators, takesOf, type Filter, type FilterValue } from './filter.js'
import { ValueList } from './value-picker.js'
import { questionText } from '../text/question.js'

interface EditorProps {
  readonly source: string
  readonly filter: Filter | null
  readonly onDone: (filter: Filter) => void
}

/** Edits one condition; without one it begins with the list of fields. */
export function FilterEditor({ source, filter, onDone }: EditorProps) {
  const [field, setField] = useState(filter?.field ?? '')
  const [operator, setOperator] = useState(filter?.operator ?? 'in')
  const [values, setValues] = useState<readonly string[]>(textsOf(filter?.value))
  const type = useFieldType(source, field)
  const takes = takesOf(operator)
  if (field === '')
    return (
      <FieldList
        source={source}
        onChange={(name) => {
          setField(name)
        }}
      />
    )
  const complete = takes === 'nothing' || values.some((one) => one !== '')
  const done = (): void => {
    const typed = values.map((one) => typedAs(type, takes, one))
    const value: FilterValue | undefined =
      takes === 'nothing' ? undefined : takes === 'many' ? typed : typed[0]
    onDone({ field, operator, ...(value === undefined ? {} : { value }) })
  }
  return (
    <Form look="filter-editor" onSubmit={() => complete && done()}>
      <div class="row">
        <Button small onClick={() => setField('')} label={questionText.chooseAnotherField}>
          {fieldName(field)}
        </Button>
        <Select
          label={questionText.operator}
          bare
          value={operator}
          options={operators}
          onChange={(next) => {
            setOperator(next)
            if (takesOf(next) !== takes) setValues(values.slice(0, 1))
          }}
        />
      </div>
      {takes === 'many' && (
        <>
          {values.length > 0 && (
            <div class="row">
              {values.map((one) => (
                <button
                  type="button"
                  class="chip"
                  key={one}
                  aria-label={questionText.removeValue(one)}
                  onClick={() => setValues(values.filter((other) => other !== one))}
                >
                  <span class="clip">{one}</span>
                  <Icon name="close" size={13} />
                </button>
              ))}
            </div>
          )}
          <ValueList
            source={source}
            field={field}
            chosen={values}
            onChoose={(one) => setValues([...values.filter((other) => other !== one), one])}
          />
        </>
      )}
      {(takes === 'one' || takes === 'text') && (
        <TextField
          label={questionText.value}
          value={values[0] ?? ''}
          onInput={(one) => setValues([one])}
          autofocus
        />
      )}
      <Button look="primary" type="submit" disabled={!complete}>
        {questionText.apply}
      </Button>
    </Form>
  )
}

const textsOf = (value: FilterValue | undefined): readonly string[] =>
  value === undefined ? [] : Array.isArray(value) ? value.map(String) : [String(value)]

/** The typed text as a JSON value of the field's type: JSON bodies are compared by type. */
function typedAs(type: string, takes: string, value: string): string | number | boolean {
  if (takes === 'text') return value
  if (type === 'number' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
