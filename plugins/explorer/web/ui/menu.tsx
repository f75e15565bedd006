import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon, type IconName } from './icon.js'
import { Popover } from './popover.js'

export interface MenuItem {
  readonly label: string
  readonly icon?: IconName
  readonly onSelect?: () => void
  readonly href?: string
  /** In a menu of options: whether this option is chosen. */
  readonly checked?: boolean
  readonly danger?: boolean
}

interface Props {
  readonly text: ComponentChildren
  readonly label: string
  readonly icon?: IconName
  readonly look?: 'plain' | 'quiet'
  readonly arrow?: boolean
  readonly align?: 'start' | 'end'
  readonly items: readonly MenuItem[]
}

/** A button that opens a list of actions. */
export const Menu = ({ items, ...button }: Props) => (
  <Popover {...button} popup="menu">
    {(close) => <Items items={items} close={close} />}
  </Popover>
)

function Items({ items, close }: { readonly items: readonly MenuItem[]; readonly close: () => void }) {
  const list = useRef<HTMLDivElement>(null)
  const entries = (): HTMLElement[] => [
    ...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
  ]
  useLayoutEffect(() => entries()[0]?.focus(), [])
  const move = (event: KeyboardEvent): void => {
    const all = entries()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    all[(at + step + all.length) % all.length]?.focus()
  }
  return (
    <div class="menu" role="menu" ref={list} onKeyDown={move}>
      {items.map((item) => (
        <Item key={item.label} item={item} close={close} />
      ))}
    </div>
  )
}

function Item({ item, close }: { readonly item: MenuItem; readonly close: () => void }) {
  const { label, icon, checked, danger = false, href, onSelect } = item
  const content = (
    <>
      {icon !== undefined && <Icon name={icon} size={16} />}
      <span class="clip">{label}</span>
      {checked === true && <Icon name="check" size={16} />}
    </>
  )
  const act = (): void => {
    close()
    onSelect?.()
  }
  if (href !== undefined)
    return (
      <a role="menuitem" href={href} onClick={close}>
        {content}
      </a>
    )
  return checked === undefined ? (
    <button type="button" role="menuitem" class={danger ? 'danger' : ''} onClick={act}>
      {content}
    </button>
  ) : (
    <button type="button" role="menuitemradio" aria-checked={checked} onClick={act}>
      {content}
    </button>
  )
}
