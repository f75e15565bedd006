import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Button } from './button.js'
import { uiText } from '../text/ui.js'

interface Props {
  readonly title: string
  readonly onClose: () => void
  /** `drawer`: at the right, full height; `left`: at the left; `bare`: at the top without a title bar (the palette). */
  readonly look?: 'box' | 'drawer' | 'bare' | 'left'
  readonly wide?: boolean
  readonly children: ComponentChildren
  readonly actions?: ComponentChildren
}

/** The open dialogs; the last one is on top. */
const layers: HTMLDialogElement[] = []

/** A modal dialog. Escape and a click outside close it; with several open, the one on top. */
export function Dialog({ title, onClose, look = 'box', wide = false, children, actions }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const own = dialog.current
    if (own === null) return
    own.showModal()
    layers.push(own)
    // The browser's own handling depends on the focus, which is nowhere once the focused element is removed.
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || layers.at(-1) !== own) return
      event.preventDefault()
      own.close()
    }
    addEventListener('keydown', escape)
    return () => {
      removeEventListener('keydown', escape)
      layers.splice(layers.indexOf(own), 1)
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={`dialog ${look}${wide ? ' wide' : ''}`}
      aria-labelledby={id}
      onClose={onClose}
      onPointerDown={(event) => {
        if (event.target === dialog.current) dialog.current?.close()
      }}
    >
      <div class="dialog-body">
        <header class={look === 'bare' ? 'hidden' : ''}>
          <h2 id={id}>{title}</h2>
          {look !== 'bare' && (
            <Button look="quiet" icon="close" label={uiText.close} onClick={() => dialog.current?.close()} />
          )}
        </header>
        <div class="dialog-content">{children}</div>
        {actions !== undefined && <footer>{actions}</footer>}
      </div>
    </dialog>
  )
}
