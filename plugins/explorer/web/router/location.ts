import { computed, signal } from '@preact/signals'

/** The page's address. A view stores all state that a link must carry here, and nowhere else. */
const address = signal(current())

export const path = computed(() => address.value.split('?')[0] ?? '/')
export const query = computed(() => new URLSearchParams(address.value.split('?')[1] ?? ''))

function current(): string {
  return location.pathname + location.search
}

/** Query parameters that are kept when the view changes. */
const lasting = ['workspace']

/** The address of a view in the open workspace. */
export function hrefOf(to: string, state: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(state)
  for (const name of lasting) {
    const value = query.value.get(name)
    if (value !== null && !search.has(name)) search.set(name, value)
  }
  const text = search.toString()
  return text === '' ? to : `${to}?${text}`
}

/** Opens an address within the pages; `replace` replaces the current history entry. */
export function navigate(href: string, { replace = false } = {}): void {
  if (href === address.peek()) return
  history[replace ? 'replaceState' : 'pushState'](null, '', href)
  address.value = current()
}

/** Changes query parameters and keeps the view; null removes a parameter. */
export function changeQuery(changes: Readonly<Record<string, string | null>>, replace = false): void {
  const next = new URLSearchParams(query.peek())
  for (const [name, value] of Object.entries(changes))
    if (value === null) next.delete(name)
    else next.set(name, value)
  const text = next.toString()
  navigate(path.peek() + (text === '' ? '' : `?${text}`), { replace })
}

/** Follows the browser's buttons and links. A click on a link within the pages changes the view without loading it. */
export function followLinks(): void {
  addEventListener('popstate', () => {
    address.value = current()
  })
  addEventListener('click', (event) => {
    const link = clickedLink(event)
    if (link === null || link.origin !== location.origin || link.target !== '') return
    if (link.hasAttribute('data-leave') || (link.hash !== '' && link.pathname === location.pathname)) return
    event.preventDefault()
    navigate(link.pathname + link.search)
    scrollTo(0, 0)
  })
}

/** The link that a plain click follows in this tab; null for any other click. */
export function clickedLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = (event.target as Element | null)?.closest('a') ?? null
  return link === null || link.hasAttribute('download') ? null : link
}
