import { TextField } from './field.js'
import type { Action } from './use-action.js'

interface Props {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly label?: string
  readonly placeholder?: string
  /** Of the form. */
  readonly problemOf: Action['problemOf']
  /** As the service calls it. */
  readonly field?: string
}

/** What something is called, which a form asks first: needed, and as long as the service takes names. */
export const NameField = ({ label = 'Name', field = 'name', problemOf, ...rest }: Props) => (
  <TextField {...rest} label={label} maxLength={200} required autofocus error={problemOf(field)} />
)
