import { useEffect, useState } from 'preact/hooks'

/**
 * Whether a part of a view fills the window, and the function that changes it. The browser's full screen is used where
 * it has one; Escape leaves it.
 */
export function useFullScreen(): readonly [boolean, (full: boolean) => void] {
  const [full, setFull] = useState(false)
  // Rendered again when the window changes its size, since the chart is as high as it.
  const [, setHeight] = useState(0)
  useEffect(() => {
    if (!full) return
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (document.querySelector('dialog[open], .panel') === null) change(false)
    }
    // Browsers leave their full screen on Escape without a key event.
    const left = (): void => {
      if (document.fullscreenElement === null) setFull(false)
    }
    const resized = (): void => setHeight(innerHeight)
    addEventListener('resize', resized)
    addEventListener('keydown', escape)
    document.addEventListener('fullscreenchange', left)
    return () => {
      removeEventListener('resize', resized)
      removeEventListener('keydown', escape)
      document.removeEventListener('fullscreenchange', left)
    }
  }, [full])
  const change = (next: boolean): void => {
    setFull(next)
    // A browser without full screen, or that denies it, still fills the window.
    const page = document.documentElement
    if (next && 'requestFullscreen' in page) void page.requestFullscreen().catch(() => undefined)
    else if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined)
  }
  useEffect(
    () => () => {
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined)
    },
    [],
  )
  return [full, change]
}
