import type { ComponentChildren } from 'preact'
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { keepBeside } from './beside.js'
import { Icon, type IconName } from './icon.js'
import { useOutside } from './use-outside.js'

interface Props {
  /** The button's text. */
  readonly text: ComponentChildren
  /** The button's accessible name and tooltip, if the text is not enough. */
  readonly label?: string
  readonly icon?: IconName
  readonly look?: 'plain' | 'quiet' | 'chip'
  readonly arrow?: boolean
  readonly popup?: 'dialog' | 'listbox' | 'menu'
  readonly align?: 'start' | 'end'
  /** Whether typing on the button opens the panel, which gets what was typed. */
  readonly typeahead?: boolean
  /** Whether the panel is open at first. */
  readonly opened?: boolean
  readonly children: (close: () => void, typed: string) => ComponentChildren
}

/** A button and the panel it opens beside itself; on phones the panel is at the bottom of the screen. */
export function Popover({
  text,
  label,
  icon,
  look = 'plain',
  arrow = true,
  popup = 'dialog',
  typeahead = false,
  opened = false,
  ...rest
}: Props) {
  const [open, setOpen] = useState(opened)
  const [typed, setTyped] = useState('')
  const place = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement | null>(null)
  // Before the effects of its content, which moves the focus: a hidden element cannot have it.
  const show = useCallback((element: HTMLDivElement | null): void => {
    panel.current = element
    element?.showPopover()
  }, [])
  const close = (): void => setOpen(false)
  useOutside(place, open, close)
  const align = rest.align ?? 'start'
  useLayoutEffect(() => {
    if (!open || button.current === null || panel.current === null) return undefined
    return keepBeside(button.current, panel.current, align)
  }, [open])
  return (
    <span class="popover" ref={place}>
      <button
        type="button"
        ref={button}
        class={look === 'chip' ? 'chip' : `button ${look}`}
        aria-haspopup={popup}
        aria-expanded={open}
        {...(label === undefined ? {} : { 'aria-label': label, title: label })}
        onClick={() => {
          setTyped('')
          setOpen(!open)
        }}
        onKeyDown={(event) => {
          if (!typeahead || open || !isTyping(event)) return
          event.preventDefault()
          setTyped(event.key)
          setOpen(true)
        }}
      >
        {icon !== undefined && <Icon name={icon} size={16} />}
        {text !== '' && <span class="clip">{text}</span>}
        {arrow && <Icon name="chevronDown" size={14} />}
      </button>
      {open && (
        // Focusable, so that a click on its text does not move the focus outside and close it.
        <div class="panel" popover="manual" ref={show} tabIndex={-1}>
          {rest.children(() => {
            close()
            button.current?.focus()
          }, typed)}
        </div>
      )}
    </span>
  )
}

/** Whether a key is a letter or a digit: others press the button, or are shortcuts of the page. */
const isTyping = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && /^[\p{L}\p{N}_]$/u.test(key)
