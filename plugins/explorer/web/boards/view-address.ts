import { hrefOf, path, query } from '../router/location.js'

/** Where the view that is open shows its question: what a tile keeps. The workspace is the board's. */
export function viewAddress(): string {
  const search = new URLSearchParams(query.peek())
  search.delete('workspace')
  const text = search.toString()
  return text === '' ? path.peek() : `${path.peek()}?${text}`
}

/**
 * Where a tile's question is shown by itself. Returns null for an address of another site: the service rejects them, and
 * tiles from before may have them. Browsers read `/\evil.example` and `/a/..//evil.example` as `//evil.example`.
 */
export function hrefOfView(view: string | null): string | null {
  if (view?.startsWith('/') !== true || !URL.canParse(view, location.origin)) return null
  const { origin, pathname, searchParams } = new URL(view, location.origin)
  if (origin !== location.origin || pathname.startsWith('//')) return null
  return hrefOf(pathname, Object.fromEntries(searchParams))
}
