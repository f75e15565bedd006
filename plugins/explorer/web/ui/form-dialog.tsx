import type { ComponentChildren } from 'preact'
import { Button } from './button.js'
import { Dialog } from './dialog.js'
import { Form } from './form.js'
import { useAction, type Action } from './use-action.js'
import { uiText } from '../text/ui.js'

interface Props {
  readonly title: string
  /** The label of the submit button. */
  readonly action: string
  /** The fields whose errors the form shows itself, next to their inputs. */
  readonly fields?: readonly string[]
  readonly disabled?: boolean
  readonly danger?: boolean
  readonly wide?: boolean
  /** If it rejects, the dialog stays open and shows the error. */
  readonly onSubmit: () => Promise<unknown>
  readonly onClose: () => void
  readonly children: (problemOf: Action['problemOf']) => ComponentChildren
}

/** A form in a dialog that closes after a successful submit. */
export function FormDialog({ title, action, fields = [], onSubmit, onClose, children, ...rest }: Props) {
  const { disabled = false, danger = false, wide = false } = rest
  const { busy, run, problemOf, problemBeside } = useAction()
  const problem = problemBeside(fields)
  return (
    <Dialog title={title} wide={wide} onClose={onClose}>
      <Form onSubmit={() => void run(onSubmit).then((done) => done && onClose())}>
        {children(problemOf)}
        {problem !== null && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <div class="form-actions">
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled}>
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
