import type { FilterScope, PeopleScope } from '../question/filter-scope.js'
import type { Counted } from './use-counts.js'
import type { Unit } from './counting.js'
import type { GroupDraft, Ids } from './draft.js'
import type { Dragging } from './use-drag.js'

/** What the parts of the tree editor share. */
export interface Editor {
  readonly source: string
  readonly scope: FilterScope | PeopleScope | null
  readonly root: GroupDraft
  readonly ids: Ids
  /** Whether rows have a person, so that `did` can be asked. */
  readonly hasPersons: boolean
  /**
   * Changes the tree, unless it would exceed a limit. `said` is for screen readers; the item `focus` gets the focus.
   */
  readonly change: (next: GroupDraft, more?: { readonly said?: string; readonly focus?: string }) => void
  readonly drag: Dragging
  /** The number of matches of a node; undefined if it is not asked for, null until it is known. */
  readonly countOf: (id: string) => { readonly unit: Unit; readonly counted: Counted | null } | undefined
  readonly problemOf: (id: string) => string | null
}

/** Whether filters choose people instead of rows. */
export const ofPeople = (scope: Editor['scope']): scope is PeopleScope =>
  scope !== null && !('range' in scope)
