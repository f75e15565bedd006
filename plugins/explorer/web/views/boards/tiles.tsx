import { useRef, useState } from 'preact/hooks'
import type { Parameters } from '../../api/call.js'
import { asApiError } from '../../api/error.js'
import { arrangeTiles, changeTile, deleteTile, tileDataCall } from '../../boards/api.js'
import { hrefOf } from '../../router/location.js'
import { TileCard } from '../../boards/tile-card.js'
import { TileDialog } from '../../boards/tile-dialog.js'
import type { Board, Tile } from '../../boards/types.js'
import { useArranging } from '../../boards/use-arranging.js'
import { Icon } from '../../ui/icon.js'
import { Menu, type MenuItem } from '../../ui/menu.js'
import { toast } from '../../ui/toast.js'
import { hrefOfView } from '../../boards/view-address.js'

interface Props {
  readonly board: Board
  /** Range, time zone and granularity that override the board's own. */
  readonly instead: Parameters
  readonly changeable: boolean
  readonly onChanged: () => void
}

/** The tiles of a board. Users who may change the board can move, resize, edit and remove them. */
export function Tiles({ board, instead, changeable, onChanged }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  const [edited, setEdited] = useState<Tile | null>(null)
  const arranging = useArranging(board.tiles, grid, (tiles) => {
    arrangeTiles(board.id, tiles).catch((error: unknown) => {
      toast(asApiError(error).message, { bad: true })
      onChanged()
    })
  })
  const takeOff = (tile: Tile): void => {
    deleteTile(board.id, tile.id).then(onChanged, (error: unknown) =>
      toast(asApiError(error).message, { bad: true }),
    )
  }
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
            corner={
              changeable && (
                <button
                  type="button"
                  class="corner"
                  tabIndex={-1}
                  aria-hidden="true"
                  title="Drag to resize"
                  onPointerDown={arranging.onPointerDown(tile.id, 'size')}
                />
              )
            }
          >
            {changeable && (
              <button
                type="button"
                class="button quiet alone small grip"
                aria-label={`Move ${tile.title}`}
                aria-description="Arrow keys move the tile; with Shift they resize it"
                title="Drag to move. Arrow keys move, Shift and arrow keys resize"
                onPointerDown={arranging.onPointerDown(tile.id, 'move')}
                onKeyDown={arranging.onKeyDown(tile.id)}
              >
                <Icon name="drag" size={16} />
              </button>
            )}
            <Menu
              label={`More actions for ${tile.title}`}
              text=""
              icon="more"
              look="quiet"
              arrow={false}
              align="end"
              items={itemsOf(
                tile,
                changeable,
                () => setEdited(tile),
                () => takeOff(tile),
              )}
            />
          </TileCard>
        ))}
      </div>
      <p class="hidden" aria-live="polite">
        {arranging.said}
      </p>
      {edited !== null && (
        <TileDialog
          title="Edit tile"
          action="Save changes"
          tile={edited}
          onClose={() => setEdited(null)}
          onSubmit={async (fields) => {
            await changeTile(board.id, edited.id, fields)
            onChanged()
          }}
        />
      )}
    </>
  )
}

function itemsOf(
  tile: Tile,
  changeable: boolean,
  onEdit: () => void,
  onRemove: () => void,
): readonly MenuItem[] {
  const href = hrefOfView(tile.view)
  return [
    ...(href === null ? [] : [{ label: 'Open question', icon: 'external', href } as const]),
    ...(tile.question_id === undefined || tile.missing === true
      ? []
      : [
          { label: 'Show in library', icon: 'star', href: hrefOf(`/questions/${tile.question_id}`) } as const,
        ]),
    ...(changeable
      ? ([
          { label: 'Edit title and chart', icon: 'edit', onSelect: onEdit },
          { label: 'Remove from board', icon: 'trash', danger: true, onSelect: onRemove },
        ] as const)
      : []),
    ...(href === null && !changeable && tile.question !== null
      ? [{ label: tile.question.path, icon: 'code' } as const]
      : []),
  ]
}
