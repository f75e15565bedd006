import { hrefOf, path, query } from '../router/location.js'

/** The address of the open view, as a tile stores it; without the workspace, which is the board's. */
export function viewAddress(): string {
  const search = new URLSearchParams(query.peek())
  search.delete('workspace')
  const text = search.toString()
  return text === '' ? path.peek() : `${path.peek()}?${text}`
}

/**
 * The link from a tile to its view. Returns null for an address of another site: the service rejects these, but older
 * tiles may contain them. Browsers read `/\evil.example` and `/a/..//evil.example` as `//evil.example`.
 */
export function hrefOfView(view: string | null): string | null {
  if (view?.startsWith('/') !== true || !URL.canParse(view, location.origin)) return null
  const { origin, pathname, searchParams } = new URL(view, location.origin)
  if (origin !== location.origin || pathname.startsWith('//')) return null
  return hrefOf(pathname, Object.fromEntries(searchParams))
}
