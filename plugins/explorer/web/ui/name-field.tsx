import { TextField } from './field.js'
import type { Action } from './use-action.js'
import { uiText } from '../text/ui.js'

interface Props {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly label?: string
  readonly placeholder?: string
  /** Returns the form's error for a field. */
  readonly problemOf: Action['problemOf']
  /** The field's name in the API; default: `name`. */
  readonly field?: string
}

/** The name field of a form: required, focused, and limited to the API's 200 characters. */
export const NameField = ({ label = uiText.name, field = 'name', problemOf, ...rest }: Props) => (
  <TextField {...rest} label={label} maxLength={200} required autofocus error={problemOf(field)} />
)
