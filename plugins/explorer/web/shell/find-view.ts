import { may } from '../api/roles.js'
import { groups, matchPath, type Group, type View } from '../router/view.js'

export interface FoundView {
  readonly view: View
  readonly params: Readonly<Record<string, string>>
}

/** The view of a path and its parameters; null if there is none. A path without parameters takes precedence. */
export function findView(views: readonly View[], path: string): FoundView | null {
  const found = views.flatMap((view) => {
    const params = matchPath(view.path, path)
    return params === null ? [] : [{ view, params }]
  })
  found.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)
  return found[0] ?? null
}

/** The views the user may open, by heading of the navigation. */
export function navigation(views: readonly View[]): readonly (readonly [Group, readonly View[]])[] {
  const open = views.filter(({ role }) => role === undefined || may(role))
  return groups
    .map((group) => [group, open.filter((view) => view.group === group)] as const)
    .filter(([, list]) => list.length > 0)
}
