import type { ApiError } from '../../api/error.js'
import { sqlText } from '../../text/sql.js'
import { SelectField } from '../../ui/choice-fields.js'
import { Field, TextField } from '../../ui/field.js'
import { localText, type ParameterTexts, type Placeholder } from './parameters.js'

interface Props {
  readonly parameters: readonly Placeholder[]
  readonly texts: ParameterTexts
  /** The error of the last run; those of parameters stand beside their fields. */
  readonly error: ApiError | null
  readonly onInput: (texts: ParameterTexts) => void
  readonly onRun: () => void
}

/** What the service says about the value of a parameter; null if nothing. */
export const faultOf = (error: ApiError | null, name: string): string | null =>
  error?.details.find(({ path }) => path === `/parameters/${name}` || path.startsWith(`/parameters/${name}/`))
    ?.message ?? null

/** A field for each parameter of the statement; Enter runs it. */
export const ParameterFields = ({ parameters, texts, error, onInput, onRun }: Props) =>
  parameters.length === 0 ? null : (
    <form
      class="row fields sql-parameters"
      aria-label={sqlText.parameters}
      onSubmit={(event) => {
        event.preventDefault()
        onRun()
      }}
    >
      {parameters.map(({ name, type }) => (
        <ParameterField
          key={name}
          name={name}
          type={type}
          text={texts[name] ?? ''}
          error={faultOf(error, name)}
          onInput={(text) => onInput({ ...texts, [name]: text })}
        />
      ))}
      <button type="submit" hidden />
    </form>
  )

interface FieldProps {
  readonly name: string
  readonly type: string
  readonly text: string
  readonly error: string | null
  readonly onInput: (text: string) => void
}

function ParameterField({ name, type, text, error, onInput }: FieldProps) {
  const field = { label: name, error, onInput }
  if (/^Array\(/.test(type))
    return (
      <Field label={name} hint={sqlText.listHint} error={error}>
        {(ids) => (
          <textarea
            {...ids}
            class="input"
            rows={Math.min(6, Math.max(2, text.split('\n').length))}
            value={text}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        )}
      </Field>
    )
  if (type === 'Bool')
    return (
      <SelectField
        label={name}
        value={text}
        options={[
          { value: '', label: sqlText.unset },
          { value: 'true', label: sqlText.yes },
          { value: 'false', label: sqlText.no },
        ]}
        error={error}
        onChange={onInput}
      />
    )
  if (type === 'Date') return <TextField {...field} type="date" value={text} />
  if (type === 'DateTime')
    return <TextField {...field} type="datetime-local" hint={sqlText.inUtc} value={localText(text)} />
  const isNumber = /^(?:U?Int|Float)64$/.test(type)
  return <TextField {...field} value={text} placeholder={isNumber ? sqlText.numberHint : ''} />
}
