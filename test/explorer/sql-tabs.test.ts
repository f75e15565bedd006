import t from 'tap'
import { pageCode } from './page-code.js'

interface Tab {
  readonly id: string
  readonly name: string
  readonly text: string
  readonly values?: object
  readonly saved: { readonly id: string; readonly text: string; readonly values?: object } | null
}
interface State {
  readonly tabs: readonly Tab[]
  readonly active: string
}
interface Tabs {
  readonly mostTabs: number
  activeTab(state: State): Tab
  addTab(state: State, tab: Tab): State
  closeTab(state: State, id: string, fresh: Tab): State
  showStatement(state: State, text: string, untouched: string, fresh: Tab, values?: object): State
  freeNumber(state: Pick<State, 'tabs'>, nameOf: (number: number) => string): number
  openSaved(state: State, name: string, saved: object, fresh: Tab): State
  isChanged(tab: Tab): boolean
  readTabs(text: string | null): State | null
  writeTabs(state: State): string
}

const {
  activeTab,
  addTab,
  closeTab,
  freeNumber,
  isChanged,
  mostTabs,
  openSaved,
  readTabs,
  showStatement,
  writeTabs,
} = await pageCode<Tabs>('views/sql/tabs.ts')

const tab = (id: string, text = `SELECT '${id}'`): Tab => ({ id, name: id, text, saved: null })
const three: State = { tabs: [tab('a'), tab('b'), tab('c')], active: 'b' }
const fresh = tab('new', '')

t.test('a closed tab gives way to the next, then to the one before, then to a new one', async (t) => {
  t.equal(closeTab(three, 'b', fresh).active, 'c')
  t.equal(closeTab({ ...three, active: 'c' }, 'c', fresh).active, 'b')
  t.equal(closeTab(three, 'a', fresh).active, 'b', 'another one stays shown')
  t.strictSame(closeTab({ tabs: [tab('a')], active: 'a' }, 'a', fresh), { tabs: [fresh], active: 'new' })
  t.equal(closeTab(three, 'unknown', fresh), three)
})

t.test('a statement of the address replaces nothing that was written', async (t) => {
  const example = 'SELECT 1'
  const show = (state: State, text: string) => showStatement(state, text, example, fresh)
  t.equal(show(three, "SELECT 'b'"), three, 'it is shown already')
  t.equal(show(three, "SELECT 'c'").active, 'c', 'another tab has it')
  t.strictSame(show(three, 'SELECT 2').tabs.at(-1), { ...fresh, text: 'SELECT 2' })
  t.strictSame(show({ tabs: [tab('a', example)], active: 'a' }, 'SELECT 2').tabs, [tab('a', 'SELECT 2')])
  t.strictSame(show({ tabs: [tab('a', ' \n')], active: 'a' }, 'SELECT 2').tabs, [tab('a', 'SELECT 2')])
})

t.test('at most 20 tabs', async (t) => {
  let state: State = { tabs: [tab('0')], active: '0' }
  for (let n = 1; n < 30; n++) state = addTab(state, tab(String(n)))
  t.equal(state.tabs.length, mostTabs)
  t.equal(activeTab(state).id, '19')
  const shown = showStatement(state, 'SELECT 2', 'SELECT 1', fresh)
  t.equal(shown.tabs.length, mostTabs)
  t.equal(activeTab(shown).text, 'SELECT 2')
})

t.test('tabs are read as they were written, and only they', async (t) => {
  t.strictSame(readTabs(writeTabs(three)), three)
  t.equal(readTabs(null), null)
  t.equal(readTabs('{"tabs": []}'), null)
  t.equal(readTabs('nonsense'), null)
  t.strictSame(readTabs(JSON.stringify({ tabs: [tab('a'), { id: 7 }], active: 'gone' })), {
    tabs: [tab('a')],
    active: 'a',
  })
})

t.test('names are numbered from the least free number', async (t) => {
  const nameOf = (number: number): string => `Statement ${number}`
  const named = (...numbers: number[]) => ({ tabs: numbers.map((n) => ({ ...tab('a'), name: nameOf(n) })) })
  t.equal(freeNumber(named(), nameOf), 1)
  t.equal(freeNumber(named(1, 3), nameOf), 2)
})

t.test('a saved statement opens once, and replaces nothing that was written', async (t) => {
  const saved = { id: 'qst_1', text: 'SELECT 1' }
  const open = openSaved(three, 'Ones', saved, fresh)
  t.strictSame(open.tabs.at(-1), { id: 'new', name: 'Ones', text: 'SELECT 1', saved })
  t.equal(open.active, 'new')
  t.equal(openSaved({ ...open, active: 'a' }, 'Ones', saved, fresh).active, 'new')
  t.equal(openSaved({ tabs: [tab('a', ' ')], active: 'a' }, 'Ones', saved, fresh).tabs.length, 1)
  const full = { tabs: Array.from({ length: mostTabs }, (_, n) => tab(String(n))), active: '0' }
  t.equal(openSaved(full, 'Ones', saved, fresh), full)
  t.notOk(isChanged(activeTab(open)))
  t.ok(isChanged({ ...activeTab(open), text: 'SELECT 2' }))
  t.notOk(isChanged(tab('a')), 'one that is not saved')
  t.strictSame(readTabs(writeTabs(open)), open)
})

t.test('values of parameters belong to their tab', async (t) => {
  const text = 'SELECT {a:Int64}'
  const saved = { id: 'qst_1', text, values: { a: '1' } }
  const open = openSaved(three, 'One', saved, fresh)
  const shown = activeTab(open)
  t.strictSame(shown.values, { a: '1' })
  t.notOk(isChanged(shown))
  t.ok(isChanged({ ...shown, values: { a: '2' } }), 'another value')
  t.notOk(isChanged({ ...shown, values: { a: '1', b: '2' } }), 'a value that the statement does not have')
  const asked = showStatement(open, text, '', fresh, { a: '3' })
  t.strictSame(activeTab(asked).values, { a: '3' }, 'the address has the values')
  t.equal(asked.tabs.length, open.tabs.length)
  t.strictSame(showStatement(three, text, '', fresh, { a: '3' }).tabs.at(-1), {
    ...fresh,
    text,
    values: { a: '3' },
  })
  t.strictSame(readTabs(writeTabs(asked)), asked)
  t.equal(readTabs(writeTabs({ ...three, tabs: [{ ...shown, values: { a: 1 } }] })), null)
})
