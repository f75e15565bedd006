import { hrefOf, path, query } from '../router/location.js'

/** Where the view that is open shows its question: what a tile keeps. The workspace is the board's. */
export function viewAddress(): string {
  const search = new URLSearchParams(query.peek())
  search.delete('workspace')
  const text = search.toString()
  return text === '' ? path.peek() : `${path.peek()}?${text}`
}

/** A tile says where it is shown by itself; an address of another place is none. */
export function hrefOfView(view: string | null): string | null {
  if (view === null || !/^\/(?!\/)/.test(view)) return null
  const [to = '/', search = ''] = view.split('?')
  return hrefOf(to, Object.fromEntries(new URLSearchParams(search)))
}
