import { Menu, type MenuItem } from '../ui/menu.js'
import type { Draft } from './draft.js'
import {
  aroundGroup,
  groupsOf,
  mayMove,
  move,
  moveOut,
  neighbourOf,
  placeOf,
  remove,
  step,
  unwrap,
  wrap,
} from './edit.js'
import type { Editor } from './editor.js'
import { capitalized, draftWords, groupNames } from './words.js'

interface Props {
  readonly editor: Editor
  readonly draft: Draft
}

/** The most groups that a menu offers to move into. */
const mostTargets = 12

/** Everything that can be done to an item, also by keyboard. */
export function ItemMenu({ editor, draft }: Props) {
  const names = groupNames(editor.root)
  const words = draftWords(draft, names)
  return (
    <Menu
      text=""
      label={`Actions for ${words}`}
      icon="more"
      look="quiet"
      arrow={false}
      align="end"
      items={itemsFor(editor, draft, names)}
    />
  )
}

function itemsFor(
  { root, ids, change }: Editor,
  draft: Draft,
  names: ReadonlyMap<string, string>,
): readonly MenuItem[] {
  const { id } = draft
  const place = placeOf(root, id)
  if (place === null) return []
  const { group, index } = place
  const words = draftWords(draft, names)
  const outer = aroundGroup(root, group.id)
  const targets = groupsOf(root).filter((one) => one.group.id !== group.id && mayMove(root, id, one.group.id))
  const moved = (to: string): { readonly said: string; readonly focus: string } => ({
    said: `Moved ${words} ${to}`,
    focus: id,
  })
  return [
    ...(index > 0
      ? [
          {
            label: 'Move up',
            icon: 'arrowUp' as const,
            onSelect: () => change(step(root, id, -1), moved('up')),
          },
        ]
      : []),
    ...(index < group.items.length - 1
      ? [
          {
            label: 'Move down',
            icon: 'arrowDown' as const,
            onSelect: () => change(step(root, id, 1), moved('down')),
          },
        ]
      : []),
    ...(outer === null
      ? []
      : [
          {
            label: `Move out to ${names.get(outer.group.id) ?? ''}`,
            icon: 'chevronRight' as const,
            onSelect: () => change(moveOut(root, id), moved(`to ${names.get(outer.group.id) ?? ''}`)),
          },
        ]),
    ...targets
      .filter((one) => one.group.id !== outer?.group.id)
      .slice(0, mostTargets)
      .map((one) => {
        const name = names.get(one.group.id) ?? ''
        return {
          label: `Move into ${name}`,
          icon: 'chevronRight' as const,
          onSelect: () => change(move(root, id, one.group.id, one.group.items.length), moved(`into ${name}`)),
        }
      }),
    ...(['any', 'all', 'none'] as const).map((join) => ({
      label: `Put into a new group: ${join} of`,
      icon: 'tree' as const,
      onSelect: () => change(wrap(root, id, join, ids), moved('into a new group')),
    })),
    ...(draft.kind === 'group'
      ? [
          {
            label: 'Ungroup',
            icon: 'segments' as const,
            onSelect: () =>
              change(unwrap(root, id), { said: `Ungrouped ${words}`, focus: draft.items[0]?.id ?? '' }),
          },
        ]
      : []),
    {
      label: draft.kind === 'group' ? 'Remove group' : 'Remove',
      icon: 'trash' as const,
      danger: true,
      onSelect: () =>
        change(remove(root, id), {
          said: `Removed ${capitalized(words)}`,
          focus: neighbourOf(group, index) ?? group.id,
        }),
    },
  ]
}
