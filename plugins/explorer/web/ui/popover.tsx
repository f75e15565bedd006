import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
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
  readonly children: (close: () => void) => ComponentChildren
}

/** A button and the panel it opens below itself; on phones the panel is at the bottom of the screen. */
export function Popover({
  text,
  label,
  icon,
  look = 'plain',
  arrow = true,
  popup = 'dialog',
  ...rest
}: Props) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const close = (): void => setOpen(false)
  useOutside(place, open, close)
  useLayoutEffect(() => {
    if (!open || panel.current === null) return
    keepInside(panel.current)
    // The content of a dialog scrolls on its own.
    if (panel.current.closest('dialog') !== null) panel.current.scrollIntoView({ block: 'nearest' })
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
        onClick={() => setOpen(!open)}
      >
        {icon !== undefined && <Icon name={icon} size={16} />}
        {text !== '' && <span class="clip">{text}</span>}
        {arrow && <Icon name="chevronDown" size={14} />}
      </button>
      {open && (
        // Focusable, so that a click on its text does not move the focus outside and close it.
        <div class={`panel ${rest.align ?? 'start'}`} ref={panel} tabIndex={-1}>
          {rest.children(() => {
            close()
            button.current?.focus()
          })}
        </div>
      )}
    </span>
  )
}

const margin = 8

/** Shifts a panel that would exceed the left or right side of the window. */
function keepInside(panel: HTMLElement): void {
  const { left, right } = panel.getBoundingClientRect()
  const over = right - (document.documentElement.clientWidth - margin)
  const shift = over > 0 ? -over : left < margin ? margin - left : 0
  if (shift !== 0) panel.style.transform = `translateX(${shift}px)`
}
