import type { Call } from '../api/call.js'
import { hrefOf, path, query } from '../router/location.js'

/** The path of SQL statements. */
export const sqlPath = '/api/v1/data/query'
/** The service keeps no longer address. */
const longestView = 8_000

/** The address at which a request is shown by itself: for a SQL statement its own, whatever the view shows by now. */
export function viewOf(call: Call | undefined): string | null {
  if (call?.path !== sqlPath) return viewAddress()
  const given = query.peek().get('look')
  const { parameters } = (call.body ?? {}) as { readonly parameters?: unknown }
  const search = new URLSearchParams({
    query: statementOf(call.body),
    ...(parameters === undefined ? {} : { parameters: JSON.stringify(parameters) }),
    ...(given === null ? {} : { look: given }),
  })
  const address = `/sql?${search.toString()}`
  return address.length > longestView ? null : address
}

/** The statement in the body of a request. */
export function statementOf(body: unknown): string {
  const { query = '' } = (body ?? {}) as { readonly query?: unknown }
  return typeof query === 'string' ? query : ''
}

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
