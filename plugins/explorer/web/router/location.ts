import { computed, signal } from '@preact/signals'

/** The address of the page: the only place where a view keeps what can be sent to somebody. */
const address = signal(current())

export const path = computed(() => address.value.split('?')[0] ?? '/')
export const query = computed(() => new URLSearchParams(address.value.split('?')[1] ?? ''))

function current(): string {
  return location.pathname + location.search
}

/** Names of the query string that stay when one goes to another view. */
const lasting = ['workspace']

/** The address of a view, with the workspace that is open now. */
export function hrefOf(to: string, state: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(state)
  for (const name of lasting) {
    const value = query.value.get(name)
    if (value !== null && !search.has(name)) search.set(name, value)
  }
  const text = search.toString()
  return text === '' ? to : `${to}?${text}`
}

export function navigate(href: string, { replace = false } = {}): void {
  if (href === address.peek()) return
  history[replace ? 'replaceState' : 'pushState'](null, '', href)
  address.value = current()
}

/** Changes the query string of the same view; null takes a name away. */
export function changeQuery(changes: Readonly<Record<string, string | null>>, replace = false): void {
  const next = new URLSearchParams(query.peek())
  for (const [name, value] of Object.entries(changes))
    if (value === null) next.delete(name)
    else next.set(name, value)
  const text = next.toString()
  navigate(path.peek() + (text === '' ? '' : `?${text}`), { replace })
}

addEventListener('popstate', () => {
  address.value = current()
})

/** Plain links are all that views need: those within the pages change the view instead of loading it. */
addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = (event.target as Element | null)?.closest('a')
  if (!link || link.origin !== location.origin || link.target !== '' || link.hasAttribute('download')) return
  if (link.hasAttribute('data-leave') || (link.hash !== '' && link.pathname === location.pathname)) return
  event.preventDefault()
  navigate(link.pathname + link.search)
  scrollTo(0, 0)
})
