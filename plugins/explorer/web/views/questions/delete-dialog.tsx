import { useAnswer } from '../../api/use-answer.js'
import { deleteQuestion, restoreQuestion, usesCall, type UsesAnswer } from '../../library/api.js'
import type { SavedQuestion } from '../../library/types.js'
import { hrefOf, navigate } from '../../router/location.js'
import { Confirm } from '../../ui/confirm.js'
import { offerUndo } from '../../ui/undo.js'

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
      title={`Delete “${name}”?`}
      text={
        uses === 0
          ? 'Its history is deleted too. The data it shows is kept.'
          : `${uses} ${uses === 1 ? 'tile or formula refers' : 'tiles and formulas refer'} to it and will stop working. Its history is deleted too.`
      }
      action={uses === 0 ? 'Delete question' : 'Delete anyway'}
      onConfirm={async () => {
        await deleteQuestion(id, uses > 0)
        const address = hrefOf(`/questions/${id}`)
        navigate(hrefOf('/questions'))
        offerUndo(
          `Question “${name}” deleted`,
          () => restoreQuestion(id),
          () => navigate(address),
        )
      }}
      onClose={onClose}
    />
  )
}
