import { useState } from 'preact/hooks'
import { asApiError } from '../api/error.js'
import { Button } from './button.js'
import { Dialog } from './dialog.js'

interface Props {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}

/** Asks before something is taken away, and says what went wrong. */
export function Confirm({ title, text, action, onConfirm, onClose }: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const act = async (): Promise<void> => {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setProblem(asApiError(error).message)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" busy={busy} onClick={() => void act()}>
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
