import { useState } from 'preact/hooks'
import { me } from '../../api/account.js'
import { may } from '../../api/roles.js'
import { useAnswer } from '../../api/use-answer.js'
import { boardsCall, createBoard, type Boards as Listed } from '../../boards/api.js'
import { BoardDialog } from '../../boards/board-dialog.js'
import { formatTime } from '../../charts/format.js'
import { hrefOf, navigate } from '../../router/location.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { Icon } from '../../ui/icon.js'
import { Answered, EmptyState } from '../../ui/states.js'
import '../../boards/boards.css'
import { boardViewText } from '../../text/board-view.js'

/** All boards that the user can see. */
export function Boards() {
  const [open, setOpen] = useState(false)
  const answer = useAnswer<Listed>(boardsCall)
  const create = may('editor') ? (
    <Button look="primary" icon="plus" onClick={() => setOpen(true)}>
      {boardViewText.createBoard}
    </Button>
  ) : undefined
  return (
    <>
      <PageHead title={boardViewText.boards} summary={boardViewText.savedQuestionsSideBySide}>
        {create}
      </PageHead>
      <Answered
        answer={answer}
        isEmpty={({ data }) => data.boards.length === 0}
        empty={
          <EmptyState icon="board" title={boardViewText.noBoardsYet} actions={create}>
            {boardViewText.aBoardShowsSavedQuestions}
          </EmptyState>
        }
      >
        {({ data }) => (
          <ul class="board-list bare-list">
            {data.boards.map((board) => (
              <li key={board.id}>
                <a class="card board-item" href={hrefOf(`/boards/${board.id}`)}>
                  <span class="row">
                    <Icon name={board.visibility === 'private' ? 'lock' : 'board'} />
                    <strong class="clip">{board.name}</strong>
                  </span>
                  {board.description !== null && <span class="soft">{board.description}</span>}
                  <small>
                    {[
                      boardViewText.tileCount(board.tile_count),
                      ...(board.owner_id === me.value?.user.id ? [boardViewText.yours] : []),
                      boardViewText.updatedAt(formatTime(board.updated_at)),
                    ].join(' · ')}
                  </small>
                </a>
              </li>
            ))}
          </ul>
        )}
      </Answered>
      {open && (
        <BoardDialog
          board={null}
          own
          onClose={() => setOpen(false)}
          onSubmit={async (fields) => {
            const made = await createBoard(fields)
            navigate(hrefOf(`/boards/${made.id}`))
          }}
        />
      )}
    </>
  )
}
