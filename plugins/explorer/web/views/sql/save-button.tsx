import { useState } from 'preact/hooks'
import { asApiError } from '../../api/error.js'
import { may } from '../../api/roles.js'
import { changeQuestion } from '../../library/api.js'
import { SaveDialog } from '../../library/save-dialog.js'
import { sqlText } from '../../text/sql.js'
import { Button } from '../../ui/button.js'
import { toast } from '../../ui/toast.js'
import { useAction } from '../../ui/use-action.js'
import { savedBody, savedCall } from './run.js'
import { isChanged, type SqlTab } from './tabs.js'

interface Props {
  readonly tab: SqlTab
  readonly onSaved: (changes: Pick<SqlTab, 'name' | 'saved'>) => void
}

/** Saves the statement in the library: with a name first, then its changes. */
export function SaveButton({ tab, onSaved }: Props) {
  const [open, setOpen] = useState(false)
  const action = useAction()
  if (!may('editor')) return null
  const { saved, text, name } = tab
  const change = async (): Promise<void> => {
    if (saved === null) return
    try {
      await changeQuestion(saved.id, { question: savedBody(text) })
      onSaved({ name, saved: { id: saved.id, text } })
      toast(sqlText.changesSaved(name))
    } catch (error) {
      toast(asApiError(error).message, { bad: true })
    }
  }
  return (
    <>
      <Button
        disabled={text.trim() === '' || (saved !== null && !isChanged(tab))}
        busy={action.busy}
        onClick={() => (saved === null ? setOpen(true) : void action.run(change))}
      >
        {saved === null ? sqlText.save : sqlText.saveChanges}
      </Button>
      {open && (
        <SaveDialog
          calls={[savedCall(text)]}
          title={name}
          onSaved={(question) => {
            setOpen(false)
            onSaved({ name: question.name, saved: { id: question.id, text } })
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
