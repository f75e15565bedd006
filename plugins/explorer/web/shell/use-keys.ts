import { useEffect } from 'preact/hooks'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
/** The display name of the modifier that `mod` stands for. */
export const modKey = isMac ? '⌘' : 'Ctrl'

/** Page-wide shortcuts. `mod+k` works everywhere; keys without `mod` are ignored in inputs and dialogs. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const mod = event.metaKey || event.ctrlKey
      // The target of an event in a shadow root, such as that of the SQL editor, is its host.
      const target = event.composedPath()[0] ?? event.target
      if (event.altKey || event.defaultPrevented || (!mod && isWriting(target))) return
      const act = keys[mod ? `mod+${event.key.toLowerCase()}` : event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('dialog') !== null)
