import type { Tile } from '../../boards/types.js'
import { hrefOfView } from '../../boards/view-address.js'
import { hrefOf } from '../../router/location.js'
import { Menu, type MenuItem } from '../../ui/menu.js'
import { boardViewText } from '../../text/board-view.js'

interface MenuProps {
  readonly tile: Tile
  readonly changeable: boolean
  readonly onEdit: () => void
  readonly onCopy: () => void
  readonly onRemove: () => void
}

/** What can be done with one tile; nothing for text that the user may not change. */
export function TileMenu({ tile, ...actions }: MenuProps) {
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
