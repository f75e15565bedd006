import { Field, Segmented, type Option } from './field.js'

interface Props<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly Option<T>[]
  readonly onChange: (value: T) => void
  readonly error?: string | null
}

/** A choice among many as a field of a form. */
export const SelectField = <T extends string>({
  label,
  value,
  options,
  onChange,
  error = null,
}: Props<T>) => (
  <Field label={label} error={error}>
    {(ids) => (
      <select
        {...ids}
        class="input"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as T)}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value} selected={one.value === value}>
            {one.label}
          </option>
        ))}
      </select>
    )}
  </Field>
)

interface SegmentedProps<T extends string> extends Omit<Props<T>, 'error'> {
  /** Beneath the choices. */
  readonly hint?: string
}

/** A choice among few as a field of a form: all of them are seen. */
export const SegmentedField = <T extends string>({ hint, ...choice }: SegmentedProps<T>) => (
  <div class="field">
    <span class="label">{choice.label}</span>
    <Segmented {...choice} />
    {hint !== undefined && <p class="about">{hint}</p>}
  </div>
)
