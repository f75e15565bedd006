import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ApiError } from '../api/error.js'
import type { Shared } from '../api/use-shared.js'
import { Icon, type IconName } from './icon.js'
import { Popover } from './popover.js'
import { ErrorState } from './states.js'
import { uiText } from '../text/ui.js'

export interface Choice {
  readonly value: string
  readonly label: string
  /** A description, shown small next to or below the label. */
  readonly about?: string
  /** Shown beside the label, such as a key. */
  readonly note?: string
  /** Shown at the end of the row. */
  readonly aside?: ComponentChildren
  /** The heading for choices of the same group, which must be consecutive. */
  readonly group?: string
}

interface ListProps {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly value?: string
  /** What is typed at first. */
  readonly initial?: string
  readonly onChoose: (value: string) => void
  /** Called on every input if the service searches the choices; without it they are searched here. */
  readonly onSearch?: (text: string) => void
  /** With onSearch: filter the choices here too, because some were loaded before the search. */
  readonly partly?: boolean
  readonly loading?: boolean
  /** Why the choices could not be loaded. */
  readonly problem?: ApiError | null
  readonly onRetry?: () => void
  /** Whether the typed text can be chosen too. */
  readonly free?: boolean
  readonly empty?: string
}

const most = 200

/** A search box with a list of choices, for mouse and keyboard. Shows at most 200 choices. */
export function PickerList({
  label,
  choices,
  value,
  initial = '',
  onChoose,
  onSearch,
  partly,
  free,
  empty,
  ...state
}: ListProps) {
  const { loading = false, problem = null, onRetry } = state
  const [typed, setTyped] = useState(initial)
  // By value: choices that arrive later must not move another one under the cursor. Null is the first.
  const [moved, setMoved] = useState<string | null>(null)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const found = (onSearch === undefined || partly === true ? choices.filter(matching(typed)) : choices).slice(
    0,
    most,
  )
  const own = free === true && typed !== '' && !found.some((one) => one.value === typed)
  const shown: readonly Choice[] = own
    ? [...found, { value: typed, label: `“${typed}”`, about: uiText.asTyped }]
    : found
  const active = Math.max(
    0,
    shown.findIndex((one) => one.value === moved),
  )
  const move = (index: number): void => setMoved(shown[index]?.value ?? null)
  useLayoutEffect(() => input.current?.focus(), [])
  useEffect(() => list.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest' }), [active])

  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(Math.min(active + 1, shown.length - 1)),
    ArrowUp: () => move(Math.max(active - 1, 0)),
    Enter: () => {
      const chosen = shown[active]
      if (chosen) onChoose(chosen.value)
    },
  }
  return (
    <div class="picker">
      <div class="picker-search">
        <Icon name="search" size={16} />
        <input
          ref={input}
          type="text"
          // A dialog focuses the element with autofocus when it opens.
          autofocus
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={shown.length > 0 ? `${id}-${active}` : undefined}
          placeholder={label}
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value)
            setMoved(null)
            onSearch?.(event.currentTarget.value)
          }}
          onKeyDown={(event) => {
            const act = keys[event.key]
            if (!act) return
            event.preventDefault()
            act()
          }}
        />
      </div>
      <ul
        id={`${id}-list`}
        ref={list}
        role="listbox"
        // Keeps the focus in the input: losing it would close the panel before the click.
        onMouseDown={(event) => event.preventDefault()}
        aria-label={label}
        aria-busy={loading}
      >
        {shown.map((one, index) => (
          <>
            {one.group !== undefined && one.group !== shown[index - 1]?.group && (
              <li role="presentation" class="picker-group">
                {one.group}
              </li>
            )}
            <li
              key={one.value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={one.value === value}
              class={`${index === active ? 'active' : ''}${one.aside === undefined ? '' : ' rich'}`}
              onPointerMove={() => move(index)}
              onClick={() => onChoose(one.value)}
            >
              {one.aside === undefined ? (
                <Words choice={one} />
              ) : (
                <>
                  <span class="picker-words">
                    <Words choice={one} />
                  </span>
                  <span class="picker-aside">{one.aside}</span>
                </>
              )}
            </li>
          </>
        ))}
      </ul>
      {problem !== null && !loading ? (
        <ErrorState error={problem} {...(onRetry && { onRetry })} />
      ) : (
        shown.length === 0 && (
          <p class="picker-empty">{loading ? uiText.loading : (empty ?? uiText.noMatches)}</p>
        )
      )}
    </div>
  )
}

const Words = ({ choice: { label, note, about } }: { readonly choice: Choice }) => (
  <>
    <span class="clip">
      {label}
      {note !== undefined && (
        <>
          {' '}
          <code>{note}</code>
        </>
      )}
    </span>
    {about !== undefined && <small class="clip">{about}</small>}
  </>
)

/** The loading and error props of a PickerList for a shared list. */
export const stateOf = ({ data, error, reload }: Shared<unknown>) => ({
  loading: data === null && error === null,
  problem: data === null ? error : null,
  onRetry: reload,
})

const matching =
  (typed: string) =>
  ({ label, value, about = '' }: Choice): boolean => {
    const text = `${label} ${value} ${about}`.toLowerCase()
    return typed
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word))
  }

interface PickerProps extends ListProps {
  readonly text: ComponentChildren
  readonly icon?: IconName
  readonly look?: 'plain' | 'quiet' | 'chip'
  readonly arrow?: boolean
}

/** A button that shows the chosen value and opens a PickerList. */
export function Picker({ text, icon, look = 'plain', arrow = true, label, onChoose, ...list }: PickerProps) {
  return (
    <Popover
      text={text}
      {...(text === '' ? { label } : {})}
      {...(icon === undefined ? {} : { icon })}
      look={look}
      arrow={arrow}
      popup="listbox"
    >
      {(close) => (
        <PickerList
          {...list}
          label={label}
          onChoose={(value) => {
            onChoose(value)
            close()
          }}
        />
      )}
    </Popover>
  )
}
