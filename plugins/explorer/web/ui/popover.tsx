import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon, type IconName } from './icon.js'
import { useOutside } from './use-outside.js'

interface Props {
  /** What the button shows. */
  readonly text: ComponentChildren
  /** What the button is for, where its text does not say so. */
  readonly label?: string
  readonly icon?: IconName
  readonly look?: 'plain' | 'quiet' | 'chip'
  readonly arrow?: boolean
  readonly popup?: 'dialog' | 'listbox' | 'menu'
  readonly align?: 'start' | 'end'
  readonly children: (close: () => void) => ComponentChildren
}

/** A button and the panel that it opens beneath itself; on a phone the panel lies at the foot of the screen. */
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
    if (open && panel.current !== null) keepInside(panel.current)
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
        // It takes the focus of a click on its texts, which else went to the page and closed it.
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

/** Moves a panel back that would stand over the window's right or left side. */
function keepInside(panel: HTMLElement): void {
  const { left, right } = panel.getBoundingClientRect()
  const over = right - (document.documentElement.clientWidth - margin)
  const shift = over > 0 ? -over : left < margin ? margin - left : 0
  if (shift !== 0) panel.style.transform = `translateX(${shift}px)`
}
