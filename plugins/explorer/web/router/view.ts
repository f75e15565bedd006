import { lazy } from './lazy.js'
import type { ComponentType } from 'preact'
import type { Role } from '../api/types.js'
import type { IconName } from '../ui/icon.js'

/** The headings of the navigation, in their order. */
export const groups = ['Analyze', 'People', 'Systems', 'Manage'] as const
export type Group = (typeof groups)[number]

export interface ViewProps {
  /** The :parameters of the path. */
  readonly params: Readonly<Record<string, string>>
}

export interface View {
  /** With :name parameters: /people/:id. Its first part is no route's of the service (/metrics, /docs, /api …). */
  readonly path: string
  readonly title: string
  readonly icon: IconName
  /** What it answers, for the command palette. */
  readonly summary: string
  /** Absent: not in the navigation. */
  readonly group?: Group
  /** The lowest role that sees it; any member unless given. */
  readonly role?: Role
  /**
   * `workspace`: inside the shell, about one workspace. `user`: inside the shell, needs no workspace. `public`: a page
   * of its own, without a login. `workspace` unless given.
   */
  readonly access?: 'workspace' | 'user' | 'public'
  readonly component: ComponentType<ViewProps>
  /** Loads the component's code, if it is not there yet. */
  readonly preload: () => void
}

/** A view's declaration is loaded with the page, its component when it is first shown. */
export function defineView(
  view: Omit<View, 'component' | 'preload'> & { readonly load: () => Promise<ComponentType<ViewProps>> },
): View {
  const { load, ...rest } = view
  return Object.freeze({ ...rest, ...lazy(load) })
}

/** The parameters of a path that fits the pattern, else null. */
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
