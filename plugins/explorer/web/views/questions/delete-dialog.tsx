import { useAnswer } from '../../api/use-answer.js'
import { deleteQuestion, restoreQuestion, usesCall, type UsesAnswer } from '../../library/api.js'
import type { SavedQuestion } from '../../library/types.js'
import { hrefOf, navigate } from '../../router/location.js'
import { Confirm } from '../../ui/confirm.js'
import { offerUndo } from '../../ui/undo.js'
import { questionsText } from '../../text/questions.js'

/** Asks before a deletion; says how much refers to the question, and deletes it nevertheless if the user confirms. */
export function DeleteDialog({
  question: { id, name },
  onClose,
}: {
  readonly question: SavedQuestion
  readonly onClose: () => void
}) {
  const used = useAnswer<UsesAnswer>(usesCall(id)).data?.data
  const uses = used === undefined ? 0 : used.uses.length + used.hidden
  return (
    <Confirm
      title={questionsText.deleteName(name)}
      text={uses === 0 ? questionsText.itsHistoryIsDeletedTooThe : questionsText.usesStopWorking(uses)}
      action={uses === 0 ? questionsText.deleteQuestion : questionsText.deleteAnyway}
      onConfirm={async () => {
        await deleteQuestion(id, uses > 0)
        const address = hrefOf(`/questions/${id}`)
        navigate(hrefOf('/questions'))
        offerUndo(
          questionsText.questionNameDeleted(name),
          () => restoreQuestion(id),
          () => navigate(address),
        )
      }}
      onClose={onClose}
    />
  )
}
