import type { Recent } from '../api/recent.js'
import type { Entry, Section } from './entry.js'

/** The prefixes of ids whose lists are loaded whole: an entry that is missing there no longer exists, or no longer for this role. */
const wholeLists: Readonly<Record<string, Section>> = {
  view: 'views',
  setting: 'settings',
  action: 'actions',
  workspace: 'workspaces',
  board: 'boards',
  question: 'questions',
  audience: 'audiences',
  mark: 'marks',
  metric: 'metrics',
}

/**
 * The last entries as the current lists have them. One that its list no longer has is left out.
 * @param loaded the sections whose lists are loaded
 */
export function recentEntries(
  recent: readonly Recent[],
  entries: readonly Entry[],
  loaded: ReadonlySet<Section>,
): readonly Entry[] {
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  return recent.flatMap((one): readonly Entry[] => {
    const entry = known.get(one.id)
    if (entry !== undefined) return [{ ...entry, section: 'recent' }]
    const list = wholeLists[one.id.slice(0, one.id.indexOf(':'))]
    const isGone = list !== undefined && (list === 'actions' || loaded.has(list))
    return isGone || one.target === undefined ? [] : [{ ...one, section: 'recent' }]
  })
}

/** Entries without those that are among the recent ones. */
export function withRecent(recent: readonly Entry[], entries: readonly Entry[]): readonly Entry[] {
  const ids = new Set(recent.map(({ id }) => id))
  return [...recent, ...entries.filter(({ id }) => !ids.has(id))]
}
