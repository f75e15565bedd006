import { useState } from 'preact/hooks'
import { post, type Call } from '../api/call.js'
import { asApiError } from '../api/error.js'
import { send } from '../api/send.js'
import { reloadShared } from '../api/use-shared.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { TextField } from '../ui/field.js'
import { toast } from '../ui/toast.js'
import { allRows, mostRows } from './pages.js'

interface Props {
  readonly call: Call
  readonly title: string
  readonly total: number
  readonly onClose: () => void
}

/** Keeps these persons, as they are now, under a name. */
export function SaveAudience({ call, title, total, onClose }: Props) {
  const [name, setName] = useState(title.slice(0, 200))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const tooMany = total > mostRows
  const save = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      const { data } = await allRows(call)
      const members = data.map(({ device_id, user_id }) => ({
        device_id,
        ...(user_id === null ? {} : { user_id }),
      }))
      await send(post('/api/v1/audiences', { name: name.trim(), definition: { members } }))
      reloadShared('/api/v1/audiences')
      toast(`Saved the audience “${name.trim()}”`)
      onClose()
    } catch (error) {
      setProblem(asApiError(error).message)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title="Save as audience"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={busy} disabled={name.trim() === ''} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div class="stack">
        <TextField label="Name" value={name} onInput={setName} maxLength={200} error={problem} autofocus />
        <p class="soft">
          {tooMany
            ? `The first ${mostRows.toLocaleString('en')} of these ${total.toLocaleString('en')} people, as a fixed list.`
            : 'These people as they are now, as a fixed list. It can restrict every question.'}
        </p>
      </div>
    </Dialog>
  )
}
