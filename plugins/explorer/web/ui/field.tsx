import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Icon } from './icon.js'

interface FieldProps {
  readonly label: string
  /** Beneath the input; an error takes its place. */
  readonly hint?: string
  readonly error?: string | null
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby'?: string }) => ComponentChildren
}

/** A label, its input and what is to be said of it: `<Field label="Name">{(ids) => <input {...ids} />}</Field>`. */
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
  // Each type of input has attributes of its own in the declarations; those given here are legal for all of these.
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
  /** The label is there for screen readers only. */
  readonly bare?: boolean
}

/** The browser's own select: it is at home on every device. */
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

/** Few choices side by side. */
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
