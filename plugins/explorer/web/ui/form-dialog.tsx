import type { ComponentChildren } from 'preact'
import { Button } from './button.js'
import { Dialog } from './dialog.js'
import { Form } from './form.js'
import { useAction, type Action } from './use-action.js'

interface Props {
  readonly title: string
  /** On the button. */
  readonly action: string
  /** Names of fields whose problems the form shows itself. */
  readonly fields?: readonly string[]
  readonly disabled?: boolean
  readonly danger?: boolean
  readonly wide?: boolean
  /** What went wrong is shown, and the dialog stays. */
  readonly onSubmit: () => Promise<unknown>
  readonly onClose: () => void
  readonly children: (problemOf: Action['problemOf']) => ComponentChildren
}

/** A form over the page; it closes when what it asks for is done. */
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
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled}>
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
