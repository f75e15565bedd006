import { FilterEditor } from '../question/filter-editor.js'
import { Button } from '../ui/button.js'
import { Popover } from '../ui/popover.js'
import { CountMark } from './count-mark.js'
import { newDid, newGroup, type Draft, type GroupDraft } from './draft.js'
import { append } from './edit.js'
import type { Editor } from './editor.js'
import { ItemRow } from './item-row.js'
import { JoinSelect } from './join-select.js'
import { capitalized, groupNames } from './words.js'
import { filterTreeText } from '../text/filter-tree.js'

interface Props {
  readonly editor: Editor
  readonly group: GroupDraft
  /** The accessible name: “Group 1”. */
  readonly name: string
  /** The source of the items' fields. */
  readonly source: string
  /** `where`: the events of a `did` that count. */
  readonly look: 'root' | 'group' | 'where'
}

/** The items of a group, and what adds others. */
export function GroupView({ editor, group, name, source, look }: Props) {
  const { root, change, drag } = editor
  const isEmpty = group.items.length === 0
  const hasHead = look === 'root' || (look === 'where' && !isEmpty)
  return (
    <div class={`tree-group ${look}${isEmpty ? ' empty' : ''}`} role="group" aria-label={name}>
      {hasHead && (
        <div class="tree-head">
          {look === 'where' && group.items.length < 2 && group.join === 'all' ? (
            <span class="soft">{filterTreeText.where}</span>
          ) : (
            <JoinSelect editor={editor} group={group} name={name} />
          )}
          {look === 'root' && <CountMark editor={editor} id="root" of={filterTreeText.all} />}
        </div>
      )}
      <ul class="tree-items" data-group={group.id}>
        {group.items.map((item, index) => (
          <ItemRow
            key={item.id}
            editor={editor}
            draft={item}
            source={source}
            drop={dropClass(drag.drop, group, index)}
          >
            <Below editor={editor} draft={item} source={source} />
          </ItemRow>
        ))}
        {isEmpty && <li class={`tree-empty ${dropClass(drag.drop, group, 0)}`}>{emptyWords[look]}</li>}
      </ul>
      <div class="tree-add row">
        <Popover
          look="quiet"
          icon="plus"
          text={filterTreeText.condition}
          label={filterTreeText.addAConditionToGroup(name)}
          arrow={false}
        >
          {(close) => (
            <FilterEditor
              source={source}
              filter={null}
              onDone={(filter) => {
                close()
                const id = editor.ids()
                change(append(root, group.id, { kind: 'condition', id, filter }), { focus: id })
              }}
            />
          )}
        </Popover>
        {editor.hasPersons && (
          <Button
            small
            look="quiet"
            icon="person"
            label={filterTreeText.addWhatAPersonDidTo(name)}
            onClick={() => {
              const did = newDid(editor.ids)
              change(append(root, group.id, did), { focus: did.id })
            }}
          >
            {filterTreeText.didButton}
          </Button>
        )}
        <Button
          small
          look="quiet"
          icon="tree"
          label={filterTreeText.addAGroupToGroup(name)}
          onClick={() => {
            const added = newGroup(group.join === 'any' ? 'all' : 'any', editor.ids)
            change(append(root, group.id, added), { focus: added.id })
          }}
        >
          {filterTreeText.group}
        </Button>
      </div>
    </div>
  )
}

interface BelowProps extends Pick<Props, 'editor' | 'source'> {
  readonly draft: Draft
}

/** The items inside a group, or the events of a `did` that count. */
function Below({ editor, draft, source }: BelowProps) {
  const names = groupNames(editor.root)
  if (draft.kind === 'group') {
    const name = capitalized(names.get(draft.id) ?? '')
    return <GroupView editor={editor} group={draft} name={name} source={source} look="group" />
  }
  if (draft.kind !== 'did' || draft.event === '') return null
  const name = filterTreeText.eventsOfGroup(names.get(draft.where.id) ?? '')
  return <GroupView editor={editor} group={draft.where} name={name} source="events" look="where" />
}

const emptyWords: Readonly<Record<Props['look'], string>> = {
  root: filterTreeText.noConditionsEverythingMatches,
  group: filterTreeText.noConditionsYetThisGroupIs,
  where: filterTreeText.anySuchEvent,
}

/** The class that shows where a dragged item would be dropped. */
function dropClass(drop: Editor['drag']['drop'], group: GroupDraft, index: number): string {
  if (drop === null || drop.group !== group.id) return ''
  if (drop.index === index) return 'drop-before'
  return drop.index > index && index === group.items.length - 1 ? 'drop-after' : ''
}
