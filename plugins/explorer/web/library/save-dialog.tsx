import { useState } from 'preact/hooks'
import type { Call } from '../api/call.js'
import { lookOf, questionOf, titleOf } from '../boards/call-question.js'
import { viewOf } from '../boards/view-address.js'
import { hrefOf, navigate } from '../router/location.js'
import { SelectField } from '../ui/choice-fields.js'
import { FormDialog } from '../ui/form-dialog.js'
import { toast } from '../ui/toast.js'
import { saveQuestion } from './api.js'
import { fieldsOf, QuestionFieldSet, type QuestionDraft } from './question-fields.js'
import { libraryText } from '../text/library.js'
import type { SavedQuestion } from './types.js'

interface Props {
  /** The view's requests; one of them is saved. */
  readonly calls: readonly Call[]
  /** The view's title. */
  readonly title: string
  /** Called with the saved question; by default its page opens. */
  readonly onSaved?: (saved: SavedQuestion) => void
  readonly onClose: () => void
}

/** Saves a request of a view as a question of the library. */
export function SaveDialog({ calls, title, onSaved, onClose }: Props) {
  const [chosen, setChosen] = useState(0)
  const nameOf = (index: number): string => {
    const call = calls[index]
    return call === undefined ? title : titleOf(call, title)
  }
  const [draft, setDraft] = useState<QuestionDraft>({
    name: nameOf(0),
    description: '',
    tags: '',
    visibility: 'workspace',
  })
  const save = async (): Promise<void> => {
    const call = calls[chosen]
    if (call === undefined) return
    const fields = { ...fieldsOf(draft, true), chart: lookOf(), view: viewOf(call) }
    const saved = await saveQuestion({ ...fields, question: questionOf(call) })
    toast(libraryText.questionSaved)
    if (onSaved === undefined) navigate(hrefOf(`/questions/${saved.id}`))
    else onSaved(saved)
  }
  return (
    <FormDialog
      title={libraryText.saveQuestion}
      action={libraryText.saveQuestion}
      fields={['name', 'description', 'tags']}
      disabled={draft.name.trim() === ''}
      onSubmit={save}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          {calls.length > 1 && (
            <SelectField
              label={libraryText.question}
              value={String(chosen)}
              options={calls.map((_, index) => ({ value: String(index), label: nameOf(index) }))}
              onChange={(index) => {
                setChosen(Number(index))
                setDraft((old) => ({ ...old, name: nameOf(Number(index)) }))
              }}
            />
          )}
          <QuestionFieldSet
            draft={draft}
            onChange={(changes) => setDraft((old) => ({ ...old, ...changes }))}
            problemOf={problemOf}
            own
          />
        </>
      )}
    </FormDialog>
  )
}
