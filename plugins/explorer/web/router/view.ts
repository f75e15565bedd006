import { lazy } from './lazy.js'
import type { ComponentType } from 'preact'
import type { Role } from '../api/types.js'
import type { IconName } from '../ui/icon.js'

/** The headings of the navigation, in order. */
// eslint-disable-next-line sextant/literal-text -- names of the contract; text/shell.ts translates them
export const groups = ['Analyze', 'People', 'Systems', 'Manage'] as const
export type Group = (typeof groups)[number]

export interface ViewProps {
  /** The values of the path's `:name` parameters. */
  readonly params: Readonly<Record<string, string>>
}

export interface View {
  /**
   * May contain `:name` parameters: `/people/:id`. Must not begin with a path of the service (`/metrics`, `/docs`,
   * `/api` …).
   */
  readonly path: string
  readonly title: string
  readonly icon: IconName
  /** What the view shows; used by the command palette. */
  readonly summary: string
  /** The heading in the navigation; without it the view is not listed. */
  readonly group?: Group
  /** The lowest role that may open it; default: any member. */
  readonly role?: Role
  /**
   * `workspace` (default): inside the shell, requires a workspace. `user`: inside the shell, without a workspace.
   * `public`: a page without shell and login.
   */
  readonly access?: 'workspace' | 'user' | 'public'
  readonly component: ComponentType<ViewProps>
  /** Loads the component's code if it is not loaded yet. */
  readonly preload: () => void
}

/** Declares a view. The declaration is part of the main bundle; the component is loaded when it is first rendered. */
export function defineView(
  view: Omit<View, 'component' | 'preload'> & { readonly load: () => Promise<ComponentType<ViewProps>> },
): View {
  const { load, ...rest } = view
  return Object.freeze({ ...rest, ...lazy(load) })
}

/** The parameters of a path that matches the pattern; null if it does not match. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const [wanted, given] = [pattern.split('/'), path.replace(/(.)\/$/, '$1').split('/')]
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decoded(text)
    else if (part !== text) return null
  }
  return params
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
