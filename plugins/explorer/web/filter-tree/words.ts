import { wordsOf } from '../question/filter.js'
import { didWords } from '../question/filter-node.js'
import type { Draft, GroupDraft, Join } from './draft.js'
import { groupsOf } from './edit.js'
import { filterTreeText } from '../text/filter-tree.js'

export const joins: readonly { readonly value: Join; readonly label: string }[] = [
  { value: 'all', label: filterTreeText.allOf },
  { value: 'any', label: filterTreeText.anyOf },
  { value: 'none', label: filterTreeText.noneOf },
]

const joinWords: Readonly<Record<Join, string>> = {
  all: filterTreeText.allOfWords,
  any: filterTreeText.anyOfWords,
  none: filterTreeText.noneOfWords,
}

/** The names of all groups by id: groups are numbered from the top, the events of a `did` are named after it. */
export function groupNames(root: GroupDraft): ReadonlyMap<string, string> {
  let number = 0
  return new Map(
    groupsOf(root).map(({ group, did }) => {
      if (group === root) return [group.id, filterTreeText.theTopLevel]
      return [group.id, did === null ? filterTreeText.groupNumber(++number) : `“${draftWords(did)}”`]
    }),
  )
}

/** An item as its buttons and messages name it. */
export function draftWords(draft: Draft, names?: ReadonlyMap<string, string>): string {
  if (draft.kind === 'condition') return wordsOf(draft.filter)
  if (draft.kind === 'group')
    return `${names?.get(draft.id) ?? filterTreeText.groupNoun} (${joinWords[draft.join]})`
  const { event, operator, value, within } = draft
  const count = operator === 'gte' && value === 1 ? {} : { count: { operator, value } }
  return didWords({ event, ...count, ...(within === '' ? {} : { within }) })
}

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
