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
import type { Dialect } from './sql-name.js'
import { isChanged, statementIn, type SqlTab } from './tabs.js'

interface Props {
  readonly tab: SqlTab
  readonly dialect: Dialect
  readonly onSaved: (changes: Pick<SqlTab, 'name' | 'saved'>) => void
}

/** Saves the statement in the library: with a name first, then its changes. */
export function SaveButton({ tab, dialect, onSaved }: Props) {
  const [open, setOpen] = useState(false)
  const action = useAction()
  if (!may('editor')) return null
  const { saved, text, values = {}, name } = tab
  const statement = statementIn(tab, dialect)
  const change = async (): Promise<void> => {
    if (saved === null) return
    try {
      await changeQuestion(saved.id, { question: savedBody(statement) })
      onSaved({ name, saved: { id: saved.id, text, values } })
      toast(sqlText.changesSaved(name))
    } catch (error) {
      toast(asApiError(error).message, { bad: true })
    }
  }
  return (
    <>
      <Button
        disabled={text.trim() === '' || (saved !== null && !isChanged(tab, dialect))}
        busy={action.busy}
        onClick={() => (saved === null ? setOpen(true) : void action.run(change))}
      >
        {saved === null ? sqlText.save : sqlText.saveChanges}
      </Button>
      {open && (
        <SaveDialog
          calls={[savedCall(statement)]}
          title={name}
          onSaved={(question) => {
            setOpen(false)
            onSaved({ name: question.name, saved: { id: question.id, text, values } })
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
