import { useState } from 'preact/hooks'
import type { QuestionFields } from '../../library/api.js'
import { fieldsOf, QuestionFieldSet, type QuestionDraft } from '../../library/question-fields.js'
import type { SavedQuestion } from '../../library/types.js'
import { FormDialog } from '../../ui/form-dialog.js'
import { questionsText } from '../../text/questions.js'

interface Props {
  readonly question: SavedQuestion
  readonly own: boolean
  readonly onSubmit: (fields: QuestionFields) => Promise<unknown>
  readonly onClose: () => void
}

export function EditDialog({ question, own, onSubmit, onClose }: Props) {
  const [draft, setDraft] = useState<QuestionDraft>({
    name: question.name,
    description: question.description ?? '',
    tags: question.tags.join(', '),
    visibility: question.visibility,
  })
  return (
    <FormDialog
      title={questionsText.editQuestion}
      action={questionsText.saveChanges}
      fields={['name', 'description', 'tags']}
      disabled={draft.name.trim() === ''}
      onSubmit={() => onSubmit(fieldsOf(draft, own))}
      onClose={onClose}
    >
      {(problemOf) => (
        <QuestionFieldSet
          draft={draft}
          onChange={(changes) => setDraft((old) => ({ ...old, ...changes }))}
          problemOf={problemOf}
          own={own}
        />
      )}
    </FormDialog>
  )
}
