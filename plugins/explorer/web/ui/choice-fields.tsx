import { Field, Segmented, type Option } from './field.js'

interface Props<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly Option<T>[]
  readonly onChange: (value: T) => void
  readonly error?: string | null
}

/** A form field with a drop-down list, for many options. */
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
  /** Shown below the options. */
  readonly hint?: string
}

/** A form field that shows all options side by side, for few options. */
export const SegmentedField = <T extends string>({ hint, ...choice }: SegmentedProps<T>) => (
  <div class="field">
    <span class="label">{choice.label}</span>
    <Segmented {...choice} />
    {hint !== undefined && <p class="about">{hint}</p>}
  </div>
)
