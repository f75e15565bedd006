import { useEffect } from 'preact/hooks'

/**
 * Shows the board alone while `on`: without the navigation, in full screen if the browser allows it. Leaving full screen
 * by Escape calls `onLeave`.
 */
export function useWall(on: boolean, onLeave: () => void): void {
  useEffect(() => {
    if (!on) return undefined
    const { documentElement: root } = document
    root.classList.add('wall')
    const leave = (): void => {
      if (document.fullscreenElement === null) onLeave()
    }
    const escape = (event: KeyboardEvent): void => {
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        document.querySelector('dialog[open]') === null
      )
        onLeave()
    }
    document.addEventListener('fullscreenchange', leave)
    addEventListener('keydown', escape)
    return () => {
      root.classList.remove('wall')
      document.removeEventListener('fullscreenchange', leave)
      removeEventListener('keydown', escape)
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined)
    }
  }, [on])
}

/** Asks for full screen; a browser that rejects it still shows the board alone. */
export const enterFullScreen = (): void =>
  void document.documentElement.requestFullscreen().catch(() => undefined)
