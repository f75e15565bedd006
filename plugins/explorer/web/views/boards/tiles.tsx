import { useRef, useState } from 'preact/hooks'
import type { Parameters } from '../../api/call.js'
import { asApiError } from '../../api/error.js'
import {
  arrangeTiles,
  changeTile,
  deleteTile,
  duplicateTile,
  restoreTile,
  tileDataCall,
} from '../../boards/api.js'
import { LibraryPanel } from '../../boards/library-panel.js'
import { placeQuestion } from '../../boards/place-question.js'
import { TextDialog } from '../../boards/text-dialog.js'
import { placeStyle, TileCard } from '../../boards/tile-card.js'
import { TileDialog } from '../../boards/tile-dialog.js'
import type { Board, Tile } from '../../boards/types.js'
import { useArranging } from '../../boards/use-arranging.js'
import { usePlacing, type Carried, type Landing } from '../../boards/use-placing.js'
import { hrefOf } from '../../router/location.js'
import { Button } from '../../ui/button.js'
import { Icon } from '../../ui/icon.js'
import { EmptyState } from '../../ui/states.js'
import { toast } from '../../ui/toast.js'
import { offerUndo } from '../../ui/undo.js'
import { TileMenu } from './tile-menu.js'
import '../../boards/library-panel.css'
import { boardViewText } from '../../text/board-view.js'

interface Props {
  readonly board: Board
  /** Range, time zone, granularity and filter that override the board's own. */
  readonly instead: Parameters
  readonly changeable: boolean
  /** A number that changes when all tiles are to be loaded again. */
  readonly round: number
  readonly onAnswered: (at: number) => void
  readonly onChanged: () => void
  /** Whether the library of saved questions is open beside the tiles. */
  readonly library: boolean
  readonly onLibraryClose: () => void
}

const complain = (error: unknown): void => toast(asApiError(error).message, { bad: true })

/** The tiles of a board. Users who may change the board can add, move, resize, edit, copy and remove them. */
export function Tiles({ board, instead, changeable, round, onAnswered, onChanged, ...rest }: Props) {
  const library = rest.library && changeable
  const area = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const [edited, setEdited] = useState<Tile | null>(null)
  // Not in what is shown: a button that is disabled meanwhile would lose the focus.
  const isAdding = useRef(false)
  const arranging = useArranging(board.tiles, grid, (tiles) => {
    arrangeTiles(board.id, tiles).catch((error: unknown) => {
      complain(error)
      onChanged()
    })
  })
  const add = async (question: Carried, landing: Landing<Tile> | null): Promise<boolean> => {
    if (isAdding.current) return false
    isAdding.current = true
    try {
      const undo = await placeQuestion(board, question, landing)
      offerUndo(boardViewText.tileTitleAdded(question.name), undo, onChanged)
      return true
    } catch (error) {
      complain(error)
      return false
    } finally {
      isAdding.current = false
      onChanged()
    }
  }
  const placing = usePlacing(board.tiles, area, add)
  const { landing, carried } = placing
  const takeOff = (tile: Tile): void => {
    deleteTile(board.id, tile.id).then(() => {
      onChanged()
      offerUndo(boardViewText.tileTitleRemoved(tile.title), () => restoreTile(board.id, tile.id), onChanged)
    }, complain)
  }
  const copy = (tile: Tile): void => {
    duplicateTile(board.id, tile).then(() => {
      onChanged()
      toast(boardViewText.tileDuplicated)
    }, complain)
  }
  const edit = async (tile: Tile, fields: { readonly title: string }): Promise<void> => {
    await changeTile(board.id, tile.id, fields)
    onChanged()
  }
  const close = (): void => setEdited(null)
  return (
    <>
      <div class={library ? 'board-desk with-library' : 'board-desk'}>
        {library && (
          <LibraryPanel
            placed={new Set(board.tiles.flatMap(({ question_id }) => question_id ?? []))}
            onAdd={(question) => void add(question, null)}
            onPointerDown={placing.onPointerDown}
            onClose={rest.onLibraryClose}
          />
        )}
        <div class="board-area" ref={area}>
          {board.tiles.length === 0 && landing === null ? (
            <EmptyState
              icon="board"
              title={boardViewText.thisBoardIsEmpty}
              actions={<Button href={hrefOf('/trends')}>{boardViewText.openTrends}</Button>}
            >
              {boardViewText.openAnyViewThenChooseAdd}
            </EmptyState>
          ) : (
            <div class="board" ref={grid}>
              {(landing?.others ?? arranging.tiles).map((tile) => (
                <TileCard
                  key={tile.id}
                  tile={tile}
                  call={tileDataCall(board.id, tile.id, instead)}
                  marks
                  moving={arranging.held === tile.id}
                  missing={tile.missing === true}
                  round={round}
                  onAnswered={onAnswered}
                  corner={
                    changeable && (
                      <button
                        type="button"
                        class="corner"
                        tabIndex={-1}
                        aria-hidden="true"
                        title={boardViewText.dragToResize}
                        onPointerDown={arranging.onPointerDown(tile.id, 'size')}
                      />
                    )
                  }
                >
                  {changeable && (
                    <button
                      type="button"
                      class="button quiet alone small grip"
                      aria-label={boardViewText.moveTitle(tile.title)}
                      aria-description={boardViewText.arrowKeysMoveTheTileWith}
                      title={boardViewText.dragToMoveArrowKeysMove}
                      onPointerDown={arranging.onPointerDown(tile.id, 'move')}
                      onKeyDown={arranging.onKeyDown(tile.id)}
                    >
                      <Icon name="drag" size={16} />
                    </button>
                  )}
                  <TileMenu
                    tile={tile}
                    changeable={changeable}
                    onEdit={() => setEdited(tile)}
                    onCopy={() => copy(tile)}
                    onRemove={() => takeOff(tile)}
                  />
                </TileCard>
              ))}
              {landing !== null && <div class="board-ghost" style={placeStyle(landing.place)} />}
            </div>
          )}
        </div>
      </div>
      {carried !== null && (
        <div class="library-carried" style={{ left: `${carried.x + 12}px`, top: `${carried.y + 12}px` }}>
          {carried.name}
        </div>
      )}
      <p class="hidden" aria-live="polite">
        {arranging.said}
      </p>
      {edited !== null &&
        (edited.text === undefined ? (
          <TileDialog
            title={boardViewText.editTile}
            action={boardViewText.saveChanges}
            tile={edited}
            onClose={close}
            onSubmit={(fields) => edit(edited, fields)}
          />
        ) : (
          <TextDialog
            tile={{ title: edited.title, text: edited.text }}
            onClose={close}
            onSubmit={(fields) => edit(edited, fields)}
          />
        ))}
    </>
  )
}
