import { useEffect } from 'preact/hooks'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
export const modKey = isMac ? '⌘' : 'Ctrl'

/** Keys of the whole page: `mod+k` holds everywhere, one without `mod` not while somebody writes. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const mod = event.metaKey || event.ctrlKey
      if (event.altKey || event.defaultPrevented || (!mod && isWriting(event.target))) return
      const act = keys[mod ? `mod+${event.key.toLowerCase()}` : event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('dialog') !== null)
