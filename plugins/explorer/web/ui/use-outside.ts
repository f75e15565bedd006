import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/** Calls `close` on Escape, or when a click or the focus moves outside `place`. */
export function useOutside(place: RefObject<HTMLElement | null>, open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return
    const elsewhere = (event: Event): void => {
      if (event.target instanceof Node && place.current?.contains(event.target) !== true) close()
    }
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      // Keeps a surrounding dialog open.
      event.preventDefault()
      event.stopPropagation()
      close()
      place.current?.querySelector<HTMLElement>('button')?.focus()
    }
    addEventListener('pointerdown', elsewhere)
    addEventListener('focusin', elsewhere)
    addEventListener('keydown', escape, true)
    return () => {
      removeEventListener('pointerdown', elsewhere)
      removeEventListener('focusin', elsewhere)
      removeEventListener('keydown', escape, true)
    }
  }, [open])
}
