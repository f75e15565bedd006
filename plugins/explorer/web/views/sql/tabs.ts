import { statementWith, type ParameterTexts, type Statement } from './parameters.js'
import type { Dialect } from './sql-name.js'

/** One open statement. */
export interface SqlTab {
  readonly id: string
  readonly name: string
  readonly text: string
  /** The texts of the fields of its parameters; also of those that it no longer has. */
  readonly values?: ParameterTexts
  /** The saved question that it shows, and its text as saved; null if it is none. */
  readonly saved: SavedText | null
}

export interface SavedText {
  readonly id: string
  readonly text: string
  readonly values?: ParameterTexts
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

/** The request of a tab. */
export const statementIn = (
  { text, values = {} }: Pick<SqlTab, 'text' | 'values'>,
  dialect: Dialect,
): Statement => statementWith(text, values, dialect)

/** Whether a tab shows a saved statement that has been changed since, itself or the values of its parameters. */
export function isChanged(tab: SqlTab, dialect: Dialect = 'clickhouse'): boolean {
  const { text, saved } = tab
  if (saved === null || saved.text !== text) return saved !== null
  return JSON.stringify(statementIn(tab, dialect)) !== JSON.stringify(statementIn(saved, dialect))
}

/** Shows a saved statement: in the tab that has it, else in a new one, or the active one if that is empty. */
export function openSaved(state: SqlTabs, name: string, saved: SavedText, fresh: SqlTab): SqlTabs {
  const open = state.tabs.find((tab) => tab.saved?.id === saved.id)
  if (open !== undefined) return { ...state, active: open.id }
  const { text, values } = saved
  const changes = { name, text, saved, ...(values === undefined ? {} : { values }) }
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
export function showStatement(
  state: SqlTabs,
  text: string,
  untouched: string,
  fresh: SqlTab,
  values?: ParameterTexts,
): SqlTabs {
  const active = activeTab(state)
  const changes = values === undefined ? { text } : { text, values }
  const same = active.text === text ? active : state.tabs.find((tab) => tab.text === text)
  if (same !== undefined) {
    const shown = same === active ? state : { ...state, active: same.id }
    return values === undefined ? shown : changeTab(shown, same.id, { values: { ...same.values, ...values } })
  }
  const isFree = active.text.trim() === '' || active.text === untouched
  if (isFree || state.tabs.length >= mostTabs) return changeTab(state, active.id, changes)
  return addTab(state, { ...fresh, ...changes })
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
  const { id, name, text, saved, values } = (value ?? {}) as Partial<SqlTab>
  if (![values, saved?.values].every(isTexts)) return false
  const parts = saved === null ? [] : [saved?.id, saved?.text]
  return [id, name, text, ...parts].every((one) => typeof one === 'string')
}

const isTexts = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((one) => typeof one === 'string'))
