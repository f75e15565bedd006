import { useState } from 'preact/hooks'
import type { Call } from '../api/call.js'
import { useAnswer } from '../api/use-answer.js'
import { hrefOf, navigate } from '../router/location.js'
import { SelectField } from '../ui/choice-fields.js'
import { TextField } from '../ui/field.js'
import { toast } from '../ui/toast.js'
import { addTile, boardsCall, createBoard, mayChange, type Boards } from './api.js'
import { lookOf, questionOf, sizeOf, titleOf } from './call-question.js'
import { TileDialog } from './tile-dialog.js'
import { viewOf } from './view-address.js'
import { boardsText } from '../text/boards.js'

interface Props {
  /** The view's requests; each becomes a tile. */
  readonly calls: readonly Call[]
  /** The view's title. */
  readonly title: string
  readonly onClose: () => void
}

const newBoard = 'new'

/** Adds the requests of a view to a board, one tile each. */
export function AddDialog({ calls, title, onClose }: Props) {
  const answer = useAnswer<Boards>(boardsCall)
  const boards = answer.data?.data.boards.filter(mayChange) ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const [name, setName] = useState('')
  const board = chosen ?? boards[0]?.id ?? newBoard
  const put = async ({
    title: given,
    chart,
  }: {
    readonly title: string
    readonly chart: string
  }): Promise<void> => {
    const to = board === newBoard ? (await createBoard({ name, range: '30d' })).id : board
    for (const [index, call] of calls.entries()) {
      const own = calls.length === 1 || index === 0 ? given : titleOf(call, title)
      await addTile(to, {
        title: own,
        chart,
        question: questionOf(call),
        view: viewOf(call),
        ...sizeOf(chart),
      })
    }
    toast(calls.length === 1 ? boardsText.tileAddedToTheBoard : boardsText.tilesAddedToTheBoard(calls.length))
    navigate(hrefOf(`/boards/${to}`))
  }
  const first = calls[0]
  // Without the list, the form would begin with a new board, and change while its name is being typed.
  if (answer.data === null && answer.error === null) return null
  return (
    <TileDialog
      title={boardsText.addToBoard}
      action={boardsText.add}
      tile={{ title: first === undefined ? title : titleOf(first, title), chart: lookOf() }}
      onSubmit={put}
      onClose={onClose}
    >
      <SelectField
        label={boardsText.board}
        value={board}
        options={[
          ...boards.map(({ id, name }) => ({ value: id, label: name })),
          { value: newBoard, label: boardsText.newBoard },
        ]}
        onChange={setChosen}
      />
      {board === newBoard && (
        <TextField label={boardsText.boardName} value={name} onInput={setName} maxLength={200} required />
      )}
    </TileDialog>
  )
}
