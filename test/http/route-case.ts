import type { Kind } from './role-table.js'

/** A call of each route that an admitted caller gets answered with this status. */
export interface RouteCase {
  readonly kind: Kind
  readonly status: number
  /**
   * The path with the route's own parameters filled in; the pattern by default. `{workspace}` is the test's.
   */
  readonly path?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: (workspace: string) => unknown
}
