import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Icon } from './icon.js'

interface FieldProps {
  readonly label: string
  /** Shown below the input; an error replaces it. */
  readonly hint?: string
  readonly error?: string | null
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby'?: string }) => ComponentChildren
}

/** A label, its input, and a hint or an error: `<Field label="Name">{(ids) => <input {...ids} />}</Field>`. */
export function Field({ label, hint, error = null, children }: FieldProps) {
  const id = useId()
  const about = error ?? hint
  return (
    <div class={error === null ? 'field' : 'field wrong'}>
      <label for={id}>{label}</label>
      {children({ id, ...(about === undefined ? {} : { 'aria-describedby': `${id}-about` }) })}
      {about !== undefined && (
        <p id={`${id}-about`} class="about" role={error === null ? undefined : 'alert'}>
          {about}
        </p>
      )}
    </div>
  )
}

interface TextFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'date' | 'datetime-local' | 'search' | 'url'
  readonly placeholder?: string
  readonly required?: boolean
  readonly autocomplete?: string
  readonly autofocus?: boolean
  readonly maxLength?: number
}

export function TextField({ label, hint, error, value, onInput, type = 'text', ...rest }: TextFieldProps) {
  // The type declarations differ by input type; these attributes are valid for all types used here.
  const attributes: object = { ...rest, type }
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })} error={error ?? null}>
      {(ids) => (
        <input
          {...ids}
          {...attributes}
          class="input"
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

export interface Option<T extends string = string> {
  readonly value: T
  readonly label: string
}

interface SelectProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly Option<T>[]
  readonly onChange: (value: T) => void
  /** Whether the label is only for screen readers. */
  readonly bare?: boolean
}

/** A native select, which works well on every device. */
export function Select<T extends string>({ label, value, options, onChange, bare = false }: SelectProps<T>) {
  const id = useId()
  return (
    <span class={bare ? 'select bare' : 'select'}>
      <label for={id} class={bare ? 'hidden' : ''}>
        {label}
      </label>
      <span class="select-box">
        <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
          {options.map((one) => (
            <option key={one.value} value={one.value} selected={one.value === value}>
              {one.label}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" size={14} />
      </span>
    </span>
  )
}

/** A few options side by side, as toggle buttons. */
export function Segmented<T extends string>({ label, value, options, onChange }: SelectProps<T>) {
  return (
    <div class="segmented" role="group" aria-label={label}>
      {options.map((one) => (
        <button
          type="button"
          key={one.value}
          aria-pressed={one.value === value}
          onClick={() => onChange(one.value)}
        >
          {one.label}
        </button>
      ))}
    </div>
  )
}
