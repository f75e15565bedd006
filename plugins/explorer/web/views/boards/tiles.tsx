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
import { TextDialog } from '../../boards/text-dialog.js'
import { TileCard } from '../../boards/tile-card.js'
import { TileDialog } from '../../boards/tile-dialog.js'
import type { Board, Tile } from '../../boards/types.js'
import { useArranging } from '../../boards/use-arranging.js'
import { hrefOfView } from '../../boards/view-address.js'
import { hrefOf } from '../../router/location.js'
import { Button } from '../../ui/button.js'
import { Icon } from '../../ui/icon.js'
import { Menu, type MenuItem } from '../../ui/menu.js'
import { EmptyState } from '../../ui/states.js'
import { toast } from '../../ui/toast.js'
import { offerUndo } from '../../ui/undo.js'
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
}

const complain = (error: unknown): void => toast(asApiError(error).message, { bad: true })

/** The tiles of a board. Users who may change the board can move, resize, edit, copy and remove them. */
export function Tiles({ board, instead, changeable, round, onAnswered, onChanged }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  const [edited, setEdited] = useState<Tile | null>(null)
  const arranging = useArranging(board.tiles, grid, (tiles) => {
    arrangeTiles(board.id, tiles).catch((error: unknown) => {
      complain(error)
      onChanged()
    })
  })
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
  if (board.tiles.length === 0)
    return (
      <EmptyState
        icon="board"
        title={boardViewText.thisBoardIsEmpty}
        actions={<Button href={hrefOf('/trends')}>{boardViewText.openTrends}</Button>}
      >
        {boardViewText.openAnyViewThenChooseAdd}
      </EmptyState>
    )
  return (
    <>
      <div class="board" ref={grid}>
        {arranging.tiles.map((tile) => (
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
      </div>
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

interface MenuProps {
  readonly tile: Tile
  readonly changeable: boolean
  readonly onEdit: () => void
  readonly onCopy: () => void
  readonly onRemove: () => void
}

/** What can be done with one tile; nothing for text that the user may not change. */
function TileMenu({ tile, ...actions }: MenuProps) {
  const items = itemsOf(tile, actions)
  if (items.length === 0) return null
  return (
    <Menu
      label={boardViewText.moreActionsForTitle(tile.title)}
      text=""
      icon="more"
      look="quiet"
      arrow={false}
      align="end"
      items={items}
    />
  )
}

function itemsOf(
  tile: Tile,
  { changeable, onEdit, onCopy, onRemove }: Omit<MenuProps, 'tile'>,
): readonly MenuItem[] {
  const href = hrefOfView(tile.view)
  const isText = tile.text !== undefined
  const copyable = tile.missing !== true
  return [
    ...(href === null || isText
      ? []
      : [{ label: boardViewText.openQuestion, icon: 'external', href } as const]),
    ...(tile.question_id === undefined || tile.missing === true
      ? []
      : [
          {
            label: boardViewText.showInLibrary,
            icon: 'star',
            href: hrefOf(`/questions/${tile.question_id}`),
          } as const,
        ]),
    ...(changeable
      ? ([
          {
            label: isText ? boardViewText.editText : boardViewText.editTitleAndChart,
            icon: 'edit',
            onSelect: onEdit,
          },
          ...(copyable
            ? [{ label: boardViewText.duplicateTile, icon: 'copy', onSelect: onCopy } as const]
            : []),
          { label: boardViewText.removeFromBoard, icon: 'trash', danger: true, onSelect: onRemove },
        ] as const)
      : []),
    ...(href === null && !changeable && tile.question !== null
      ? [{ label: tile.question.path, icon: 'code' } as const]
      : []),
  ]
}
