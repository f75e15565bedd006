import type { Filter } from './filter.js'

/** The query that filters belong to, as far as the filter editor counts in it. */
export interface FilterScope {
  readonly range: string
  readonly timezone?: string
  /** The id of an audience; '' for everyone. */
  readonly audience?: string
  /** What the rows meet besides: the event of a step, the person of a page. */
  readonly conditions?: readonly Filter[]
}

/** The scope of the filters of an event: those of a step. */
export const eventScope = (scope: FilterScope, event: string): FilterScope => ({
  ...scope,
  ...(event === '' ? {} : { conditions: [{ field: 'event_name', operator: 'eq', value: event }] }),
})

/** Filters that choose people instead of rows: those of an audience. */
export interface PeopleScope {
  /** Undefined for all history. */
  readonly lookbackDays: number | undefined
}
