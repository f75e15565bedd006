export const categories = ['release', 'news', 'incident'] as const
export const markSources = ['manual', 'api', 'plugin'] as const
export const scopes = ['public', 'private'] as const

export interface Mark {
  readonly id: string
  readonly workspace_id: string
  /** A user's id, or a key's. */
  readonly created_by: string
  readonly title: string
  readonly description: string | null
  readonly timestamp: Date
  readonly category: (typeof categories)[number]
  /** Who made it: a person, a key, or (kept free for them) a plugin. */
  readonly source: (typeof markSources)[number]
  readonly source_ref: string | null
  /** A private one is its creator's alone. */
  readonly scope: (typeof scopes)[number]
  /** JSON as text. */
  readonly metadata: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** What a caller says of a mark. */
export type MarkFields = Pick<
  Mark,
  'title' | 'description' | 'timestamp' | 'category' | 'source_ref' | 'scope' | 'metadata'
>
