import type { ComponentChildren } from 'preact'
import { FilterEditor } from '../question/filter-editor.js'
import { Icon } from '../ui/icon.js'
import { Popover } from '../ui/popover.js'
import { CountMark } from './count-mark.js'
import { DidFields } from './did-fields.js'
import type { Draft, GroupDraft } from './draft.js'
import { replace, step } from './edit.js'
import type { Editor } from './editor.js'
import { ItemMenu } from './item-menu.js'
import { JoinSelect } from './join-select.js'
import { capitalized, draftWords, groupNames } from './words.js'
import { filterTreeText } from '../text/filter-tree.js'

interface Props {
  readonly editor: Editor
  readonly draft: Draft
  readonly source: string
  readonly drop: string
  /** The items below it. */
  readonly children: ComponentChildren
}

/** An item of a group: what it is, its number of matches, and what can be done to it. */
export function ItemRow({ editor, draft, source, drop, children }: Props) {
  const problem = editor.problemOf(draft.id)
  const held = editor.drag.held === draft.id ? ' held' : ''
  const wrong = problem === null ? '' : ' wrong'
  return (
    <li class={`tree-item ${draft.kind}${held}${wrong} ${drop}`} data-item={draft.id}>
      <div class="tree-line">
        <Handle editor={editor} draft={draft} />
        <Content editor={editor} draft={draft} source={source} />
        <CountMark editor={editor} id={draft.id} />
        <ItemMenu editor={editor} draft={draft} />
      </div>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {children}
    </li>
  )
}

/** Drags with the pointer; the arrow keys move the item among its siblings. */
function Handle({ editor: { root, drag, change }, draft }: Pick<Props, 'editor' | 'draft'>) {
  const words = draftWords(draft, groupNames(root))
  const moveBy = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (by === null) return
    event.preventDefault()
    change(step(root, draft.id, by), {
      said: by === 1 ? filterTreeText.movedDown(words) : filterTreeText.movedUp(words),
      focus: draft.id,
    })
  }
  return (
    <button
      type="button"
      class="tree-handle"
      aria-label={filterTreeText.moveWords(words)}
      title={filterTreeText.dragOrPressTheArrowKeys}
      onPointerDown={drag.onPointerDown(draft.id)}
      onKeyDown={moveBy}
    >
      <Icon name="drag" size={16} />
    </button>
  )
}

function Content({ editor, draft, source }: Omit<Props, 'drop' | 'children'>) {
  const { root, change } = editor
  if (draft.kind === 'did') return <DidFields editor={editor} did={draft} />
  if (draft.kind === 'group') return <GroupHead editor={editor} group={draft} />
  return (
    <span class="tree-words">
      <Popover look="chip" text={draftWords(draft)} arrow={false}>
        {(close) => (
          <FilterEditor
            source={source}
            filter={draft.filter}
            onDone={(filter) => {
              close()
              change(replace(root, draft.id, () => [{ ...draft, filter }]))
            }}
          />
        )}
      </Popover>
    </span>
  )
}

function GroupHead({ editor, group }: { readonly editor: Editor; readonly group: GroupDraft }) {
  const name = capitalized(groupNames(editor.root).get(group.id) ?? '')
  return (
    <span class="tree-words row">
      <JoinSelect editor={editor} group={group} name={name} />
      <span class="faint">{name}</span>
    </span>
  )
}
