import { useEffect, useState } from 'preact/hooks'
import { storage } from '../../api/storage.js'
import { workspace } from '../../api/workspace.js'
import { sqlText } from '../../text/sql.js'
import { toast } from '../../ui/toast.js'
import type { ParameterTexts } from './parameters.js'
import {
  addTab,
  changeTab,
  closeTab,
  freeNumber,
  mostTabs,
  openSaved,
  readTabs,
  showStatement,
  showTab,
  writeTabs,
  type SavedText,
  type SqlTab,
  type SqlTabs,
} from './tabs.js'

const keyOf = (workspaceId: string): string => `sextant.sql.tabs.${workspaceId}`

const { example } = sqlText

const freshIn = (tabs: readonly SqlTab[], text: string): SqlTab => ({
  id: Math.random().toString(36).slice(2),
  name: sqlText.tabName(freeNumber({ tabs }, sqlText.tabName)),
  text,
  saved: null,
})

function stored(id: string): SqlTabs {
  const known = readTabs(storage.read(keyOf(id)))
  if (known !== null) return known
  const first = freshIn([], example)
  return { tabs: [first], active: first.id }
}

/** The open statements of this workspace, kept in this browser. */
export function useTabs() {
  const id = workspace.value?.id ?? ''
  const [state, setState] = useState<SqlTabs>(() => stored(id))
  const keep = (to: (old: SqlTabs) => SqlTabs): void =>
    setState((old) => {
      const next = to(old)
      if (next !== old) storage.write(keyOf(id), writeTabs(next))
      return next
    })
  useEffect(() => setState(stored(id)), [id])
  return {
    state,
    add(): void {
      if (state.tabs.length >= mostTabs) toast(sqlText.tooManyTabs(mostTabs), { bad: true })
      else keep((old) => addTab(old, freshIn(old.tabs, '')))
    },
    show: (tab: string): void => keep((old) => showTab(old, tab)),
    close: (tab: string): void => keep((old) => closeTab(old, tab, freshIn([], ''))),
    change: (tab: string, changes: Partial<Omit<SqlTab, 'id'>>): void =>
      keep((old) => changeTab(old, tab, changes)),
    openSaved(name: string, saved: SavedText): void {
      const next = openSaved(state, name, saved, freshIn(state.tabs, ''))
      if (next === state) toast(sqlText.tooManyTabs(mostTabs), { bad: true })
      keep(() => next)
    },
    /** Shows a statement, and returns the id of its tab. */
    open(text: string, values?: ParameterTexts): string {
      const next = showStatement(state, text, example, freshIn(state.tabs, text), values)
      keep(() => next)
      return next.active
    },
  }
}
