export const categories = ['release', 'news', 'incident'] as const
export const markSources = ['manual', 'api', 'plugin'] as const
export const scopes = ['public', 'private'] as const

export interface Mark {
  readonly id: string
  readonly workspace_id: string
  /** The id of a user or of a key. */
  readonly created_by: string
  readonly title: string
  readonly description: string | null
  readonly timestamp: Date
  readonly category: (typeof categories)[number]
  /** `manual` if a user created it, `api` for a key; `plugin` is reserved for plugins. */
  readonly source: (typeof markSources)[number]
  readonly source_ref: string | null
  /** `private`: only the creator sees the mark. */
  readonly scope: (typeof scopes)[number]
  /** A string of JSON. */
  readonly metadata: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** The fields of a mark that a caller sets. */
export type MarkFields = Pick<
  Mark,
  'title' | 'description' | 'timestamp' | 'category' | 'source_ref' | 'scope' | 'metadata'
>
