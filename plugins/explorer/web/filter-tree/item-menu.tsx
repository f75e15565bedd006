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
import { filterTreeText } from '../text/filter-tree.js'

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
      label={filterTreeText.actionsForWords(words)}
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
  const moved = (said: string): { readonly said: string; readonly focus: string } => ({
    said,
    focus: id,
  })
  return [
    ...(index > 0
      ? [
          {
            label: filterTreeText.moveUp,
            icon: 'arrowUp' as const,
            onSelect: () => change(step(root, id, -1), moved(filterTreeText.movedUp(words))),
          },
        ]
      : []),
    ...(index < group.items.length - 1
      ? [
          {
            label: filterTreeText.moveDown,
            icon: 'arrowDown' as const,
            onSelect: () => change(step(root, id, 1), moved(filterTreeText.movedDown(words))),
          },
        ]
      : []),
    ...(outer === null
      ? []
      : [
          {
            label: filterTreeText.moveOutToGroup(names.get(outer.group.id) ?? ''),
            icon: 'chevronRight' as const,
            onSelect: () =>
              change(
                moveOut(root, id),
                moved(filterTreeText.movedOutTo(words, names.get(outer.group.id) ?? '')),
              ),
          },
        ]),
    ...targets
      .filter((one) => one.group.id !== outer?.group.id)
      .slice(0, mostTargets)
      .map((one) => {
        const name = names.get(one.group.id) ?? ''
        return {
          label: filterTreeText.moveIntoGroup(name),
          icon: 'chevronRight' as const,
          onSelect: () =>
            change(
              move(root, id, one.group.id, one.group.items.length),
              moved(filterTreeText.movedInto(words, name)),
            ),
        }
      }),
    ...(['any', 'all', 'none'] as const).map((join) => ({
      label: filterTreeText.putIntoANewGroup[join],
      icon: 'tree' as const,
      onSelect: () => change(wrap(root, id, join, ids), moved(filterTreeText.movedIntoANewGroup(words))),
    })),
    ...(draft.kind === 'group'
      ? [
          {
            label: filterTreeText.ungroup,
            icon: 'segments' as const,
            onSelect: () =>
              change(unwrap(root, id), {
                said: filterTreeText.ungroupedWords(words),
                focus: draft.items[0]?.id ?? '',
              }),
          },
        ]
      : []),
    {
      label: draft.kind === 'group' ? filterTreeText.removeGroup : filterTreeText.remove,
      icon: 'trash' as const,
      danger: true,
      onSelect: () =>
        change(remove(root, id), {
          said: filterTreeText.removedWords(capitalized(words)),
          focus: neighbourOf(group, index) ?? group.id,
        }),
    },
  ]
}
