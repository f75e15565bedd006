import { useState } from 'preact/hooks'
import { importFile } from '../../dictionary/api.js'
import type { Change } from '../../dictionary/types.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { toast } from '../../ui/toast.js'
import { useAction } from '../../ui/use-action.js'
import { dictionaryViewText } from '../../text/dictionary-view.js'

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
      toast(dictionaryViewText.nameIsNotAJSONFile(chosen.name), { bad: true })
    }
  }
  const apply = async (): Promise<void> => {
    if (plan === null) return
    const done = await run(() => importFile(plan.file, { keep, dryRun: false }))
    if (!done) return
    toast(dictionaryViewText.dictionaryImported)
    onImported()
    onClose()
  }
  return (
    <Dialog
      title={dictionaryViewText.importDictionary}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{dictionaryViewText.cancel}</Button>
          <Button
            look="primary"
            busy={busy}
            disabled={plan === null || plan.changes.length === 0}
            onClick={() => void apply()}
          >
            {dictionaryViewText.import}
          </Button>
        </>
      }
    >
      <div class="field">
        <label for="dictionary-file">{dictionaryViewText.file}</label>
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
        {dictionaryViewText.keepEntriesThatTheFileDoes}
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

const words = {
  created: dictionaryViewText.new,
  changed: dictionaryViewText.changed,
  deleted: dictionaryViewText.deleted,
} as const

const Changes = ({ changes }: { readonly changes: readonly Change[] }) =>
  changes.length === 0 ? (
    <p>{dictionaryViewText.theFileChangesNothing}</p>
  ) : (
    <>
      <p>{dictionaryViewText.changeCount(changes.length)}</p>
      <ul class="bare-list lines" aria-label={dictionaryViewText.changes}>
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
