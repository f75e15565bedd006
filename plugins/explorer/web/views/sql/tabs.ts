/** One open statement. */
export interface SqlTab {
  readonly id: string
  readonly name: string
  readonly text: string
  /** The saved question that it shows, and its text as saved; null if it is none. */
  readonly saved: SavedText | null
}

export interface SavedText {
  readonly id: string
  readonly text: string
}

/** The open statements of a workspace; there is always at least one. */
export interface SqlTabs {
  readonly tabs: readonly SqlTab[]
  /** The id of the tab that is shown. */
  readonly active: string
}

export const mostTabs = 20

export const activeTab = ({ tabs, active }: SqlTabs): SqlTab =>
  // There is always a tab; see closeTab and readTabs.
  tabs.find(({ id }) => id === active) ?? (tabs[0] as SqlTab)

/** Whether a tab shows a saved statement that has been changed since. */
export const isChanged = ({ text, saved }: SqlTab): boolean => saved !== null && saved.text !== text

/** Shows a saved statement: in the tab that has it, else in a new one, or the active one if that is empty. */
export function openSaved(state: SqlTabs, name: string, saved: SavedText, fresh: SqlTab): SqlTabs {
  const open = state.tabs.find((tab) => tab.saved?.id === saved.id)
  if (open !== undefined) return { ...state, active: open.id }
  const changes = { name, text: saved.text, saved }
  const active = activeTab(state)
  if (active.text.trim() === '') return changeTab(state, active.id, changes)
  return addTab(state, { ...fresh, ...changes })
}

/** Adds a tab and shows it. Returns the tabs unchanged if there are `mostTabs`. */
export function addTab(state: SqlTabs, tab: SqlTab): SqlTabs {
  if (state.tabs.length >= mostTabs) return state
  return { tabs: [...state.tabs, tab], active: tab.id }
}

export const showTab = (state: SqlTabs, id: string): SqlTabs =>
  state.tabs.some((tab) => tab.id === id) ? { ...state, active: id } : state

export const changeTab = (state: SqlTabs, id: string, changes: Partial<Omit<SqlTab, 'id'>>): SqlTabs => ({
  ...state,
  tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, ...changes } : tab)),
})

/** Closes a tab; the next one is shown, or the one before. Instead of the last one, `fresh` opens. */
export function closeTab(state: SqlTabs, id: string, fresh: SqlTab): SqlTabs {
  const at = state.tabs.findIndex((tab) => tab.id === id)
  if (at === -1) return state
  const left = state.tabs.filter((tab) => tab.id !== id)
  const tabs = left.length === 0 ? [fresh] : left
  if (state.active !== id) return { ...state, tabs }
  return { tabs, active: (tabs[at] ?? tabs.at(-1) ?? fresh).id }
}

/**
 * Shows a statement from the address: in the tab that has it (the active one first), in the active tab if that is empty
 * or `untouched`, else in `fresh`, a new tab. If there is no room, it replaces the text of the active tab.
 */
export function showStatement(state: SqlTabs, text: string, untouched: string, fresh: SqlTab): SqlTabs {
  const active = activeTab(state)
  if (active.text === text) return state
  const other = state.tabs.find((tab) => tab.text === text)
  if (other !== undefined) return { ...state, active: other.id }
  const isFree = active.text.trim() === '' || active.text === untouched
  if (isFree || state.tabs.length >= mostTabs) return changeTab(state, active.id, { text })
  return addTab(state, { ...fresh, text })
}

/** The least number of which no tab has the name. */
export function freeNumber({ tabs }: Pick<SqlTabs, 'tabs'>, nameOf: (number: number) => string): number {
  const names = new Set(tabs.map(({ name }) => name))
  let number = 1
  while (names.has(nameOf(number))) number += 1
  return number
}

/** The tabs in a text that writeTabs wrote; null if it is none, or another version wrote it. */
export function readTabs(text: string | null): SqlTabs | null {
  try {
    const { tabs, active } = JSON.parse(text ?? 'null') as Partial<SqlTabs>
    if (!Array.isArray(tabs)) return null
    const known = tabs.filter(isTab).slice(0, mostTabs)
    const [first] = known
    if (first === undefined) return null
    return { tabs: known, active: known.some(({ id }) => id === active) ? String(active) : first.id }
  } catch {
    return null
  }
}

export const writeTabs = ({ tabs, active }: SqlTabs): string => JSON.stringify({ tabs, active })

function isTab(value: unknown): value is SqlTab {
  const { id, name, text, saved } = (value ?? {}) as Partial<SqlTab>
  const parts = saved === null ? [] : [saved?.id, saved?.text]
  return [id, name, text, ...parts].every((one) => typeof one === 'string')
}
