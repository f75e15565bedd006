import type { Access } from './access.js'

/** The headings of the explorer's navigation, in order. */
export const pageGroups = ['Analyze', 'People', 'Systems', 'Manage'] as const
export type PageGroup = (typeof pageGroups)[number]

/** The icons that the navigation has for pages. */
export const pageIcons = [
  'alert',
  'audience',
  'bar',
  'board',
  'calendar',
  'check',
  'clock',
  'code',
  'compare',
  'copy',
  'download',
  'edit',
  'external',
  'filter',
  'flag',
  'funnel',
  'history',
  'home',
  'key',
  'link',
  'live',
  'lock',
  'logs',
  'metric',
  'number',
  'person',
  'search',
  'segments',
  'server',
  'sessions',
  'settings',
  'share',
  'star',
  'table',
  'trends',
  'users',
] as const
export type PageIcon = (typeof pageIcons)[number]

/**
 * A page of the explorer. Its module exports `mount(page)` (the types are in sextant/page) and runs in a sandboxed frame
 * of its own. The files are read once, at the start, and served to everyone: data belongs into routes, which have access.
 */
export interface PageDefinition {
  /** Unique among all pages, in kebab-case; begin with the plugin's name. */
  readonly key: string
  /** The name in the navigation and in the command palette. */
  readonly title: string
  /** What the page shows; used by the command palette. */
  readonly summary: string
  /** The heading in the navigation; without it the page is not listed there. */
  readonly group?: PageGroup
  readonly icon?: PageIcon
  /**
   * The address within the explorer, with :name parameters: `/comments`, `/comments/:id`. It must differ from the
   * explorer's own, and its first segment from those of all routes (`/api` …).
   */
  readonly path: string
  /** Who sees the page: `inWorkspace(role)`, `globally(role)` or `raisedBy(setting)`. Its routes have their own access. */
  readonly access: Access
  /** An ES module for browsers, ending with .js or .mjs. */
  readonly module: URL
  /** Style sheets, loaded before the module. */
  readonly styles?: readonly URL[]
  /**
   * A folder of built files that the page may load as well, such as modules that the module imports; the URL ends with
   * a slash, and module and styles are below it. Dot files, node_modules, symbolic links and files of types that pages
   * do not load are left out.
   */
  readonly folder?: URL
}
