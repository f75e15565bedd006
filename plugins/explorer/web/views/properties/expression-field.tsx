import { useId, useRef, useState } from 'preact/hooks'
import { useFields } from '../../data/fields.js'
import { Field } from '../../ui/field.js'
import { completionAt, faultColumn, type Completing, type Suggestion } from './completion.js'
import type { ExpressionFunction } from './property-api.js'
import { propertiesText } from '../../text/properties.js'

interface Props {
  readonly value: string
  readonly functions: readonly ExpressionFunction[]
  /** The service's error about the expression. */
  readonly error: string | null
  readonly onInput: (value: string) => void
}

/** A box for an expression, with suggestions for the word at the cursor and a mark below an error. */
export function ExpressionField({ value, functions, error, onInput }: Props) {
  const [completing, setCompleting] = useState<Completing | null>(null)
  const [active, setActive] = useState(0)
  const box = useRef<HTMLTextAreaElement>(null)
  const list = useId()
  const fields = useFields('events').data?.fields ?? []

  const suggest = (text: string, cursor: number): void => {
    setCompleting(completionAt(text, cursor, { fields, functions }))
    setActive(0)
  }
  const choose = (one: Suggestion): void => {
    if (completing === null) return
    const text = value.slice(0, completing.from) + one.text + value.slice(completing.to)
    const cursor = completing.from + one.text.length - one.back
    onInput(text)
    setCompleting(null)
    // After the box shows the new text.
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(cursor, cursor)
    })
  }
  const keys: Readonly<Record<string, (all: readonly Suggestion[]) => void>> = {
    ArrowDown: (all) => setActive((n) => (n + 1) % all.length),
    ArrowUp: (all) => setActive((n) => (n + all.length - 1) % all.length),
    Enter: (all) => all[active] && choose(all[active]),
    Tab: (all) => all[active] && choose(all[active]),
    Escape: () => setCompleting(null),
  }
  const column = error === null ? null : faultColumn(error)
  return (
    <div class="expression">
      <Field label={propertiesText.expression} error={error} hint={propertiesText.fieldsStringsNumbersAnd}>
        {(ids) => (
          <textarea
            {...ids}
            ref={box}
            class="input code"
            rows={3}
            maxLength={1000}
            spellcheck={false}
            aria-controls={list}
            aria-activedescendant={completing === null ? undefined : `${list}-${active}`}
            value={value}
            onInput={({ currentTarget: { value: text, selectionStart } }) => {
              onInput(text)
              suggest(text, selectionStart)
            }}
            onBlur={() => setCompleting(null)}
            onKeyDown={(event) => {
              if (event.key === ' ' && event.ctrlKey) {
                event.preventDefault()
                suggest(value, event.currentTarget.selectionStart)
                return
              }
              const act = completing === null ? undefined : keys[event.key]
              if (act === undefined || completing === null) return
              event.preventDefault()
              event.stopPropagation()
              act(completing.suggestions)
            }}
          />
        )}
      </Field>
      {completing !== null && (
        <ul
          id={list}
          role="listbox"
          aria-label={propertiesText.suggestions}
          class="card bare-list suggestions"
        >
          {completing.suggestions.map((one, index) => (
            <li
              key={one.text}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === active}
              class={index === active ? 'active' : ''}
              // A click would take the focus from the box, which closes the list.
              onMouseDown={(event) => {
                event.preventDefault()
                choose(one)
              }}
            >
              <code>{one.text}</code> <small class="soft">{one.about}</small>
            </li>
          ))}
        </ul>
      )}
      {column !== null && <FaultMark expression={value} column={column} />}
    </div>
  )
}

/** The expression's line with a mark below the column of the error. */
function FaultMark({ expression, column }: { readonly expression: string; readonly column: number }) {
  const start = expression.lastIndexOf('\n', column - 2) + 1
  const line = expression.slice(start).split('\n', 1)[0] ?? ''
  return (
    <pre class="fault" aria-hidden="true">
      {line}
      {'\n'}
      {' '.repeat(Math.max(0, column - 1 - start))}
      <span class="bad">^</span>
    </pre>
  )
}
