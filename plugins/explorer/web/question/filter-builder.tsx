import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ApiError } from '../api/error.js'
import { lazy } from '../router/lazy.js'
import { Button } from '../ui/button.js'
import { Icon } from '../ui/icon.js'
import { Popover } from '../ui/popover.js'
import { FilterEditor } from './filter-editor.js'
import { itemErrors } from './filter-errors.js'
import { isCondition, nodeWords, type Filters } from './filter-node.js'
import type { FilterScope, PeopleScope } from './filter-scope.js'
import { questionText } from '../text/question.js'

interface Props {
  /** The source of the fields: `events`, `logs` or `metrics`. */
  readonly source: string
  readonly value: Filters
  readonly onChange: (filters: Filters) => void
  /** Where the editor of groups counts matches; without it, it does not. */
  readonly scope?: FilterScope | PeopleScope
  /** Whether the service takes conditions only here, no tree. */
  readonly flat?: boolean
  /** The error of the query, and the path of these filters' tree in it: nodes that it names are marked. */
  readonly error?: ApiError | null
  readonly at?: string
}

const { component: TreeDialog, preload } = lazy(
  async () => (await import('../filter-tree/tree-dialog.js')).TreeDialog,
)

/** Edits a list of filters, all of which must match. Groups are edited in a dialog. */
export function FilterBuilder({
  source,
  value,
  onChange,
  scope,
  flat = false,
  error = null,
  at = 'filter',
}: Props) {
  const [isNested, setNested] = useState(false)
  // What was edited and neither applied nor cancelled.
  const [kept, setKept] = useState<Filters | null>(null)
  const area = useRef<HTMLDivElement>(null)
  /** The place of a filter that was just removed, and the focus with it. */
  const removed = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (removed.current === null) return
    focusNear(area.current, removed.current)
    removed.current = null
  }, [value.length])
  const errors = itemErrors(error, at, value)
  const change = (next: Filters): void => {
    setKept(null)
    onChange(next)
  }
  const set = (index: number, changed: Filters): void =>
    change(value.flatMap((one, place) => (place === index ? changed : [one])))
  return (
    <div class="filters row" role="group" aria-label={questionText.filters} ref={area}>
      {value.map((node, index) => {
        const words = nodeWords(node)
        const problem = errors.get(index)
        return (
          <span
            class={problem === undefined ? 'filter' : 'filter wrong'}
            key={`${index} ${words}`}
            title={problem}
          >
            {isCondition(node) ? (
              <Popover look="chip" text={words} arrow={false}>
                {(close) => (
                  <FilterEditor
                    source={source}
                    filter={node}
                    onDone={(changed) => {
                      set(index, [changed])
                      close()
                    }}
                  />
                )}
              </Popover>
            ) : (
              <button
                type="button"
                class="chip"
                aria-haspopup="dialog"
                title={words}
                onClick={() => setNested(true)}
              >
                <span class="clip">{words}</span>
              </button>
            )}
            <button
              type="button"
              class="chip filter-remove"
              aria-label={questionText.removeTheFilterWords(words)}
              onClick={() => {
                removed.current = index
                set(index, [])
              }}
            >
              <Icon name="close" size={13} />
            </button>
          </span>
        )
      })}
      <Popover look="quiet" icon="filter" text={questionText.filter} arrow={false}>
        {(close) => (
          <FilterEditor
            source={source}
            filter={null}
            onDone={(added) => {
              change([...value, added])
              close()
            }}
          />
        )}
      </Popover>
      {!flat && (
        <span onPointerEnter={preload}>
          <Button
            look="quiet"
            icon="tree"
            popup="dialog"
            label={kept === null ? questionText.editFilterGroups : questionText.editFilterGroupsChangesNot}
            pressed={kept !== null}
            onClick={() => setNested(true)}
          />
        </span>
      )}
      {[...errors.values()].map((message) => (
        <p class="problem" role="alert" key={message}>
          {message}
        </p>
      ))}
      {isNested && (
        <TreeDialog
          source={source}
          value={value}
          kept={kept}
          scope={scope ?? null}
          error={error}
          at={at}
          onApply={(changed) => {
            setNested(false)
            if (JSON.stringify(changed) === JSON.stringify(value)) setKept(null)
            else change(changed)
          }}
          onClose={(unapplied) => {
            setKept(unapplied)
            setNested(false)
          }}
        />
      )}
    </div>
  )
}

/** Focuses the filter that follows a removed one, or else the one before it, or else what adds a filter. */
function focusNear(area: HTMLElement | null, index: number): void {
  const left = [...(area?.querySelectorAll<HTMLElement>('.filter-remove') ?? [])]
  const next = left[index] ?? left.at(-1) ?? area?.querySelector<HTMLElement>('.popover > button')
  next?.focus()
}
