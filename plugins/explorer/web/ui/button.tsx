import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.js'

interface Props {
  readonly children?: ComponentChildren
  readonly onClick?: (event: MouseEvent) => void
  /** `primary`: the main action; `danger`: deletes something; `quiet`: no border. */
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger'
  readonly icon?: IconName
  /** Accessible name and tooltip; required without children. */
  readonly label?: string
  readonly type?: 'button' | 'submit'
  readonly disabled?: boolean
  readonly busy?: boolean
  readonly pressed?: boolean
  readonly small?: boolean
  readonly href?: string
  /** Whether the panel that the button opens is open. */
  readonly expanded?: boolean
  readonly popup?: 'menu' | 'dialog' | 'listbox'
}

export function Button({
  look = 'plain',
  small = false,
  busy = false,
  icon,
  label,
  children,
  ...rest
}: Props) {
  const { href, onClick, type = 'button', disabled = false, pressed, expanded, popup } = rest
  const alone = children === undefined
  const classes = ['button', look, ...(small ? ['small'] : []), ...(alone ? ['alone'] : [])].join(' ')
  const content = (
    <>
      {icon !== undefined && <Icon name={icon} size={small || !alone ? 16 : 18} />}
      {children !== undefined && <span>{children}</span>}
    </>
  )
  const common = label === undefined ? {} : { 'aria-label': label, title: label }
  if (href !== undefined)
    return (
      <a class={classes} href={href} {...common}>
        {content}
      </a>
    )
  return (
    <button
      type={type}
      class={classes}
      disabled={disabled || busy}
      aria-busy={busy}
      onClick={onClick}
      {...common}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      {...(expanded === undefined ? {} : { 'aria-expanded': expanded })}
      {...(popup === undefined ? {} : { 'aria-haspopup': popup })}
    >
      {content}
    </button>
  )
}
