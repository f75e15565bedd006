/** What a workspace has, as far as templates need it. */
export interface Known {
  /** Names of events, most frequent first. */
  readonly events: readonly string[]
  /** Fields of events that have values: properties as `properties.<name>`, and columns. */
  readonly fields: ReadonlySet<string>
  /** The levels of its log lines; empty if it has none. */
  readonly levels: readonly string[]
  /** Whether its log lines name a service. */
  readonly services: boolean
  /** Names of its infrastructure metrics. */
  readonly metrics: readonly string[]
}

/** The first event that one of the patterns matches; earlier patterns are preferred. */
export const eventLike = ({ events }: Known, ...patterns: readonly RegExp[]): string | undefined => {
  for (const pattern of patterns) {
    const found = events.find((name) => pattern.test(name))
    if (found !== undefined) return found
  }
  return undefined
}

/** The first of these fields that has values. */
export const fieldOf = ({ fields }: Known, ...names: readonly string[]): string | undefined =>
  names.find((name) => fields.has(name))
