import { useState } from 'preact/hooks'
import { importFile } from '../../dictionary/api.js'
import type { Change } from '../../dictionary/types.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { toast } from '../../ui/toast.js'
import { useAction } from '../../ui/use-action.js'

interface Props {
  readonly onImported: () => void
  readonly onClose: () => void
}

interface Plan {
  readonly file: unknown
  readonly changes: readonly Change[]
}

/** Imports a dictionary file, after it has shown what that changes. */
export function ImportDialog({ onImported, onClose }: Props) {
  const [keep, setKeep] = useState(false)
  const [plan, setPlan] = useState<Plan | null>(null)
  const { busy, run, problem } = useAction()
  const look = (file: unknown, keeps: boolean): void =>
    void run(async () => {
      setPlan(null)
      setPlan({ file, changes: await importFile(file, { keep: keeps, dryRun: true }) })
    })
  const read = async (chosen: File): Promise<void> => {
    try {
      look(JSON.parse(await chosen.text()) as unknown, keep)
    } catch {
      setPlan(null)
      toast(`${chosen.name} is not a JSON file`, { bad: true })
    }
  }
  const apply = async (): Promise<void> => {
    if (plan === null) return
    const done = await run(() => importFile(plan.file, { keep, dryRun: false }))
    if (!done) return
    toast('Dictionary imported')
    onImported()
    onClose()
  }
  return (
    <Dialog
      title="Import dictionary"
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={busy}
            disabled={plan === null || plan.changes.length === 0}
            onClick={() => void apply()}
          >
            Import
          </Button>
        </>
      }
    >
      <div class="field">
        <label for="dictionary-file">File</label>
        <input
          id="dictionary-file"
          type="file"
          accept="application/json,.json"
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? []
            if (chosen !== undefined) void read(chosen)
          }}
        />
      </div>
      <label class="row">
        <input
          type="checkbox"
          checked={keep}
          onChange={(event) => {
            const keeps = event.currentTarget.checked
            setKeep(keeps)
            if (plan !== null) look(plan.file, keeps)
          }}
        />
        Keep entries that the file does not name
      </label>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem.message}
        </p>
      )}
      {plan !== null && <Changes changes={plan.changes} />}
    </Dialog>
  )
}

const words = { created: 'New', changed: 'Changed', deleted: 'Deleted' } as const

const Changes = ({ changes }: { readonly changes: readonly Change[] }) =>
  changes.length === 0 ? (
    <p>The file changes nothing.</p>
  ) : (
    <>
      <p>
        {changes.length} {changes.length === 1 ? 'change' : 'changes'}:
      </p>
      <ul class="bare-list lines" aria-label="Changes">
        {changes.map(({ kind, name, change, fields }) => (
          <li key={`${kind} ${name}`}>
            <span class={change === 'deleted' ? 'tag bad' : 'tag'}>{words[change]}</span> {kind}{' '}
            <strong class="mono">{name}</strong>
            {fields.length > 0 && <span class="soft"> {fields.join(', ')}</span>}
          </li>
        ))}
      </ul>
    </>
  )
