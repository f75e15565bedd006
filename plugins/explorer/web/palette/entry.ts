/** The headings of the palette, in order. */
export const sections = [
  'recent',
  'views',
  'actions',
  'boards',
  'questions',
  'events',
  'properties',
  'metrics',
  'audiences',
  'marks',
  'settings',
  'workspaces',
  'people',
] as const

export type Section = (typeof sections)[number]

/** Where an entry leads, without the workspace. */
export interface Target {
  readonly path: string
  readonly state?: Readonly<Record<string, string>>
}

/** Something that the palette can open or do. */
export interface Entry {
  /** Unique, and the same at the next visit: `board:<id>`. */
  readonly id: string
  readonly section: Section
  readonly label: string
  readonly about?: string
  /** Further words that find it. */
  readonly words?: string
  /** Absent if it does something instead. */
  readonly target?: Target
  readonly run?: () => void
}
