import { useState } from 'preact/hooks'
import { useAnswer } from '../api/use-answer.js'
import { addTile, boardsCall, createBoard, mayChange, type Boards } from '../boards/api.js'
import { sizeOf } from '../boards/call-question.js'
import { TileDialog } from '../boards/tile-dialog.js'
import { hrefOf, navigate } from '../router/location.js'
import { SelectField } from '../ui/choice-fields.js'
import { TextField } from '../ui/field.js'
import { toast } from '../ui/toast.js'
import type { SavedQuestion } from './types.js'
import { libraryText } from '../text/library.js'

const newBoard = 'new'

interface Props {
  readonly question: SavedQuestion
  readonly onClose: () => void
}

/** Adds a saved question to a board, as a tile that follows its changes. */
export function PlaceDialog({ question, onClose }: Props) {
  const answer = useAnswer<Boards>(boardsCall)
  const boards = answer.data?.data.boards.filter(mayChange) ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const [name, setName] = useState('')
  const board = chosen ?? boards[0]?.id ?? newBoard
  const put = async ({ title, chart }: { readonly title: string; readonly chart: string }): Promise<void> => {
    const visibility = question.visibility
    const to = board === newBoard ? (await createBoard({ name, range: '30d', visibility })).id : board
    await addTile(to, { title, chart, question_id: question.id, ...sizeOf(chart) })
    toast(libraryText.tileAddedToTheBoard)
    navigate(hrefOf(`/boards/${to}`))
  }
  return (
    <TileDialog
      title={libraryText.addToBoard}
      action={libraryText.add}
      tile={{ title: question.name, chart: question.chart }}
      onSubmit={put}
      onClose={onClose}
    >
      <SelectField
        label={libraryText.board}
        value={board}
        options={[
          ...boards.map(({ id, name: label }) => ({ value: id, label })),
          { value: newBoard, label: libraryText.newBoard },
        ]}
        onChange={setChosen}
      />
      {board === newBoard && (
        <TextField label={libraryText.boardName} value={name} onInput={setName} maxLength={200} required />
      )}
    </TileDialog>
  )
}
