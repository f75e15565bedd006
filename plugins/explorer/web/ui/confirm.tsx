import { Button } from './button.js'
import { Dialog } from './dialog.js'
import { useAction } from './use-action.js'
import { uiText } from '../text/ui.js'

interface Props {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}

/** Asks for confirmation before a deletion; shows the error if it fails. */
export function Confirm({ title, text, action, onConfirm, onClose }: Props) {
  const { busy, run, problem } = useAction()
  const act = async (): Promise<void> => {
    if (await run(onConfirm)) onClose()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button look="danger" busy={busy} onClick={() => void act()}>
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem.message}
        </p>
      )}
    </Dialog>
  )
}
