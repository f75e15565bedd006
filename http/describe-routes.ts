import { settingRef, type Access } from '../contract/index.js'
import { routeTable } from './route-table.js'
import type { Registry } from '../core/kernel/registries.js'

export interface RouteDescription {
  readonly plugin: string
  readonly method: string
  readonly path: string
  readonly access: Access
}

/**
 * Returns every route of the service, of the core and all plugins, with the access it requires: for the
 * `routes` command and the role-matrix test.
 */
export const describeRoutes = (registry: Registry): readonly RouteDescription[] =>
  routeTable(registry).map(({ plugin, definition: { method, path, access } }) => ({
    plugin,
    method,
    path,
    access: described(access),
  }))

/** Shows only the name of a setting that raises the role or opens the route. */
function described(access: Access): Access {
  if (access.kind === 'public' && typeof access.onlyIf === 'object')
    return { ...access, onlyIf: settingRef(access.onlyIf.name) }
  if (access.kind !== 'workspace' || access.raisedBy === undefined) return access
  return { ...access, raisedBy: settingRef(access.raisedBy.name) }
}
