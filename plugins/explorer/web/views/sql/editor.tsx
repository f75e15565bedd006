import { useId, useRef, useState } from 'preact/hooks'
import { suggestionsFor, writtenAt } from './complete.js'
import { lettersAt, placeOf, type TextPosition } from './place.js'
import type { TableInfo } from './schema.js'
import { tokensOf, type Suggestion } from './words.js'

interface Props {
  readonly value: string
  readonly tables: readonly TableInfo[]
  /** The place of the error that the service reported; null if there is none. */
  readonly fault: TextPosition | null
  readonly onInput: (value: string) => void
  readonly onRun: () => void
}

/** A textarea with syntax highlighting behind it, and completions at the caret. */
export function Editor({ value, tables, fault, onInput, onRun }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const id = useId()
  const written = caret === null ? null : writtenAt(value, caret)
  const found = written === null ? [] : suggestionsFor(value, written, tables)
  const open = found.length > 0
  const at = caret === null ? null : placeOf(value, written?.from ?? caret)
  const [scrolled, setScrolled] = useState(0)
  const longest = Math.max(...value.split('\n').map((line) => line.length))

  const offer = (position: number | null): void => {
    setCaret(position)
    setActive(0)
  }
  const insert = ({ text }: Suggestion): void => {
    if (written === null || caret === null || area.current === null) return
    // Changes the textarea directly, so that keys pressed before the next render meet the new text and caret.
    area.current.setRangeText(text, written.from, caret, 'end')
    onInput(area.current.value)
    offer(null)
    area.current.focus()
  }
  const lists: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setActive((active + 1) % found.length),
    ArrowUp: () => setActive((active - 1 + found.length) % found.length),
    Enter: () => insert(found[active] ?? { text: '', about: '' }),
    Tab: () => insert(found[active] ?? { text: '', about: '' }),
    Escape: () => offer(null),
  }
  const press = (event: KeyboardEvent): void => {
    const mod = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && mod) onRun()
    else if (event.key === ' ' && event.ctrlKey) offer(area.current?.selectionStart ?? null)
    else if (open && lists[event.key] !== undefined && !event.shiftKey) lists[event.key]?.()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="sql-editor" style={{ '--scrolled': `${scrolled}px` }}>
      <div class="sql-scroll" onScroll={(event) => setScrolled(event.currentTarget.scrollLeft)}>
        <div class="sql-sheet" style={{ minWidth: `calc(${longest}ch + 40px)` }}>
          <pre class="sql-colours" aria-hidden="true">
            {tokensOf(value).map(({ kind, text }, index) =>
              kind === 'plain' ? (
                text
              ) : (
                <span key={index} class={`sql-${kind}`}>
                  {text}
                </span>
              ),
            )}
            {'\n'}
            {fault !== null && (
              <span class="sql-fault" style={{ ...styleOf(fault), '--letters': lettersAt(value, fault) }} />
            )}
          </pre>
          <textarea
            ref={area}
            aria-label="SQL statement"
            aria-haspopup="listbox"
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={open ? `${id}-${active}` : undefined}
            spellcheck={false}
            autocapitalize="off"
            autocomplete="off"
            rows={Math.min(24, Math.max(7, value.split('\n').length + 1))}
            value={value}
            onInput={(event) => {
              const { value: text, selectionStart } = event.currentTarget
              onInput(text)
              const { word } = writtenAt(text, selectionStart)
              offer(word === '' ? null : selectionStart)
            }}
            onKeyDown={press}
            onBlur={() => offer(null)}
            onClick={() => offer(null)}
          />
        </div>
      </div>
      {open && at !== null && (
        <ul id={`${id}-list`} class="sql-offers" role="listbox" aria-label="Names" style={styleOf(at)}>
          {found.map((one, index) => (
            <li
              key={one.text}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              onPointerDown={(event) => {
                event.preventDefault()
                insert(one)
              }}
            >
              <span>{one.text}</span>
              <small>{one.about}</small>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const styleOf = ({ line, column }: TextPosition) => ({ '--line': line, '--column': column })
