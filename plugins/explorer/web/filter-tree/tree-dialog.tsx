import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ApiError } from '../api/error.js'
import { may } from '../api/roles.js'
import { treeOf, type Filters } from '../question/filter-node.js'
import type { FilterScope, PeopleScope } from '../question/filter-scope.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { audienceFilter } from './audience-filter.js'
import { draftOf, sentOf } from './draft.js'
import { mayMove, move } from './edit.js'
import { ofPeople, type Editor } from './editor.js'
import { GroupView } from './group-view.js'
import { isComplete, limitOf } from './limits.js'
import { SaveFilter } from './save-filter.js'
import { useDrag } from './use-drag.js'
import { useMatches } from './use-matches.js'
import { groupNames } from './words.js'
import './tree.css'
import { filterTreeText } from '../text/filter-tree.js'

interface Props {
  readonly source: string
  readonly value: Filters
  /** What an earlier dialog left unapplied; null if there is none. */
  readonly kept: Filters | null
  readonly scope: FilterScope | PeopleScope | null
  /** The error of the query that has these filters, and the path of their tree there. */
  readonly error: ApiError | null
  readonly at: string
  readonly onApply: (filters: Filters) => void
  /** Closes without applying; null if nothing was changed, or all of it is to be forgotten. */
  readonly onClose: (unapplied: Filters | null) => void
}

let lastId = 0
const ids = (): string => `n${++lastId}`

/** Edits filters as a tree of groups. Nothing is asked by the view until they are applied. */
export function TreeDialog({ source, value, kept, scope, error, at, onApply, onClose }: Props) {
  const [root, setRoot] = useState(() => draftOf(kept ?? value, ids))
  const [notice, setNotice] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const [focus, setFocus] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const sent = sentOf(root)
  const complete = isComplete(root)
  const isChanged = JSON.stringify(sent.items) !== JSON.stringify(value)
  const tree = treeOf(sent.items)

  const change: Editor['change'] = (next, more = {}) => {
    const limit = limitOf(next)
    setNotice(limit)
    if (limit !== null) return
    setRoot(next)
    if (more.said !== undefined) setSaid(more.said)
    if (more.focus !== undefined) setFocus(more.focus)
  }
  // Before the browser paints: a key pressed meanwhile would find the focus nowhere.
  useLayoutEffect(() => {
    if (focus === null) return
    focusItem(area.current, focus)
    setFocus(null)
  }, [focus])
  const names = groupNames(root)
  const drag = useDrag(
    area,
    (id, group) => mayMove(root, id, group),
    (id, { group, index }) =>
      change(move(root, id, group, index), {
        said: filterTreeText.movedIntoGroup(names.get(group) ?? ''),
        focus: id,
      }),
  )
  const matches = useMatches({ source, scope, root, sent, error: isChanged ? null : error, at })
  const editor: Editor = {
    source,
    scope,
    root,
    ids,
    hasPersons: source === 'events',
    change,
    drag,
    ...matches,
  }
  const held = drag.held
  return (
    <Dialog
      title={filterTreeText.filterGroups}
      look="drawer"
      wide
      onClose={() => onClose(isChanged ? sent.items : null)}
      actions={
        <>
          {source === 'events' && !ofPeople(scope) && may('editor') && (
            <Button icon="audience" disabled={tree === null || !complete} onClick={() => setSaving(true)}>
              {filterTreeText.saveAsAudience}
            </Button>
          )}
          <span class="tree-space" />
          <Button onClick={() => onClose(null)}>{filterTreeText.cancel}</Button>
          <Button look="primary" disabled={!complete} onClick={() => onApply(sent.items)}>
            {filterTreeText.apply}
          </Button>
        </>
      }
    >
      <div class={held === null ? 'tree' : 'tree dragging'} ref={area}>
        <GroupView editor={editor} group={root} name={filterTreeText.filter} source={source} look="root" />
        {notice !== null && (
          <p class="note" role="alert">
            {notice}
          </p>
        )}
        {!complete && <p class="soft">{filterTreeText.chooseAnEventForEachDid}</p>}
        <p class="hidden" role="status">
          {said}
        </p>
      </div>
      {isSaving && tree !== null && (
        <SaveFilter filter={audienceFilter(tree, rangeOf(scope))} onClose={() => setSaving(false)} />
      )}
    </Dialog>
  )
}

/** The range of the query; all time if there is none. */
const rangeOf = (scope: Props['scope']): string =>
  scope === null || ofPeople(scope) ? 'all_time' : scope.range

/** Focuses the handle of an item, or the first button of a group. */
function focusItem(area: HTMLElement | null, id: string): void {
  const item =
    area?.querySelector(`[data-item="${id}"]`) ?? area?.querySelector(`[data-group="${id}"]`)?.parentElement
  item?.querySelector<HTMLElement>('button')?.focus()
}
