import { clickedLink } from '../router/location.js'
import { isWriting } from '../shell/use-keys.js'
import type { Bridge } from './bridge.js'

/** Passes on what the frame does not do itself: links into the explorer and its keyboard shortcuts. */
export function passOn(explorer: Bridge): void {
  addEventListener('click', (event) => {
    const link = clickedLink(event)
    if (link === null || link.target !== '' || link.getAttribute('href')?.startsWith('#') !== false) return
    if (link.origin === location.origin) {
      event.preventDefault()
      explorer.post({ kind: 'navigate', href: link.pathname + link.search, replace: false })
    } else {
      link.target = '_blank'
      link.rel = 'noopener noreferrer'
    }
  })
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event
    const mod = ctrlKey || metaKey
    if (event.defaultPrevented || altKey || (!mod && isWriting(event.target))) return
    if (!(mod ? key.toLowerCase() === 'k' : key === '/' || key === '?')) return
    event.preventDefault()
    explorer.post({ kind: 'key', key, ctrlKey, metaKey })
  })
}
