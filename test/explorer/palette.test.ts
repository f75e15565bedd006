import t from 'tap'
import { pageCode } from './page-code.js'

interface Entry {
  readonly id: string
  readonly section: string
  readonly label: string
  readonly about?: string
  readonly words?: string
  readonly target?: { readonly path: string; readonly state?: Readonly<Record<string, string>> }
}

interface Search {
  searchable(entries: readonly Entry[]): readonly object[]
  found(all: readonly object[], typed: string): readonly Entry[]
}

interface Recents {
  recentEntries(
    recent: readonly Omit<Entry, 'section'>[],
    entries: readonly Entry[],
    loaded: ReadonlySet<string>,
  ): readonly Entry[]
  withRecent(recent: readonly Entry[], entries: readonly Entry[]): readonly Entry[]
}

interface Actions {
  offeredActions(
    may: (role: string) => boolean,
    hasCalls: boolean,
  ): readonly { readonly id: string; readonly label: string }[]
}

interface Lists {
  viewEntries(views: readonly object[]): readonly Entry[]
  eventEntries(events: readonly string[], names: ReadonlyMap<string, object>): readonly Entry[]
  fieldEntries(fields: readonly object[], names: ReadonlyMap<string, object>): readonly Entry[]
  markEntries(marks: readonly object[]): readonly Entry[]
}

// The pages read their address and listen to other tabs when they are loaded.
Object.assign(globalThis, { location: { pathname: '/', search: '' }, addEventListener: () => undefined })
const { searchable, found } = await pageCode<Search>('palette/search.ts')
const { recentEntries, withRecent } = await pageCode<Recents>('palette/recent-entries.ts')
const { offeredActions } = await pageCode<Actions>('palette/actions.ts')
const lists = await pageCode<Lists>('palette/lists.ts')

const one = (section: string, label: string, more: Partial<Entry> = {}): Entry => ({
  id: `${section}:${label}`,
  section,
  label,
  ...more,
})
const labels = (entries: readonly Entry[]): readonly string[] => entries.map(({ label }) => label)

t.test('the best match comes first, whatever its kind', (t) => {
  const all = searchable([
    one('views', 'Trends', { about: 'Any metric over time, like signup' }),
    one('boards', 'Weekly signup'),
    one('events', 'signup_started'),
    one('events', 'signup'),
    one('properties', 'unsignuped'),
  ])
  t.strictSame(labels(found(all, ' SignUp ')), [
    'signup',
    'signup_started',
    'Weekly signup',
    'unsignuped',
    'Trends',
  ])
  t.strictSame(labels(found(all, 'signup weekly')), ['Weekly signup'], 'every word, in any order')
  t.strictSame(found(all, 'nothing of this name'), [])
  t.end()
})

t.test('a section shows at most eight matches, and people come last', (t) => {
  const events = Array.from({ length: 5_000 }, (_, index) => one('events', `event ${index}`))
  const all = searchable([one('people', 'event 4999'), ...events, one('boards', 'Events of the week')])
  const shown = found(all, 'event')
  t.strictSame(
    shown.map(({ section }) => section),
    ['boards', ...Array<string>(8).fill('events'), 'people'],
  )
  t.equal(found(all, 'event 4999')[0]?.section, 'events', 'although the person matches as well')
  t.end()
})

t.test('with nothing typed: the last ones, all views and actions, a few of each list', (t) => {
  const boards = Array.from({ length: 9 }, (_, index) => one('boards', `Board ${index}`))
  const views = Array.from({ length: 30 }, (_, index) => one('views', `View ${index}`))
  const shown = found(searchable([...boards, ...views, one('recent', 'Yesterday’s board')]), '')
  t.equal(shown[0]?.label, 'Yesterday’s board')
  t.equal(shown.filter(({ section }) => section === 'views').length, 30)
  t.equal(shown.filter(({ section }) => section === 'boards').length, 5)
  t.end()
})

t.test('what was opened last is what its list says now', (t) => {
  const entries = [one('boards', 'New name', { id: 'board:1', target: { path: '/boards/1' } })]
  const recent = [
    { id: 'board:1', label: 'Old name', target: { path: '/boards/1' } },
    { id: 'board:2', label: 'Deleted', target: { path: '/boards/2' } },
    { id: 'person:user/ann', label: 'Ann', target: { path: '/people/user/ann' } },
    { id: 'action:create-key', label: 'Create an ingest key' },
  ]
  const loaded = recentEntries(recent, entries, new Set(['boards']))
  t.strictSame(labels(loaded), ['New name', 'Ann'], 'no board that is gone, no action of another role')
  const loading = recentEntries(recent, [], new Set())
  t.strictSame(labels(loading), ['Old name', 'Deleted', 'Ann'], 'while the list is loading, as it was')
  t.strictSame(
    withRecent(loaded, entries).map(({ id }) => id),
    ['board:1', 'person:user/ann'],
    'each once',
  )
  t.end()
})

t.test('roles decide which actions are offered', (t) => {
  const order = ['viewer', 'editor', 'admin']
  const idsOf = (role: string, hasCalls = true): readonly string[] =>
    offeredActions((wanted) => order.indexOf(role) >= order.indexOf(wanted), hasCalls).map(({ id }) => id)
  const everyone = [
    'add-data',
    'copy-link',
    'copy-curl',
    'theme-light',
    'theme-dark',
    'theme-system',
    'shortcuts',
    'log-out',
  ]
  const editors = ['create-board', 'create-from-template', 'create-mark', 'create-audience']
  t.strictSame(idsOf('viewer'), everyone)
  t.strictSame(idsOf('editor'), [...editors, ...everyone])
  t.strictSame(idsOf('admin'), ['create-key', 'invite', ...editors, ...everyone])
  t.notOk(idsOf('viewer', false).includes('copy-curl'), 'the view asks nothing')
  t.end()
})

t.test('each entry leads to a view that shows it', (t) => {
  const names = new Map<string, object>([
    ['secret', { name: 'secret', status: 'hidden' }],
    ['buy', { name: 'buy', status: 'verified', description: 'A purchase' }],
  ])
  const events = lists.eventEntries(['open', 'secret', 'buy'], names)
  t.strictSame(labels(events), ['buy', 'open'], 'verified names first, hidden ones not at all')
  t.strictSame(events[0]?.target, {
    path: '/trends',
    state: { series: '[{"metric":"dau","event":"buy"}]' },
  })
  t.equal(events[0]?.about, 'A purchase')
  const fields = [
    { name: 'properties.plan', data_type: 'text', description: 'in 75 % of the rows' },
    { name: 'properties.list', data_type: 'array', description: '' },
    { name: 'timestamp', data_type: 'time', description: '' },
    { name: 'trait:tier', data_type: 'text', description: 'in 9 % of the rows' },
  ]
  const properties = lists.fieldEntries(fields, new Map())
  t.strictSame(labels(properties), ['plan', 'tier'], 'those that events can be broken down by')
  t.match(properties[1], { id: 'property:trait:tier', about: 'Trait of the person, in 9 % of the rows' })
  t.equal(properties[0]?.target?.state?.['breakdown'], 'properties.plan')
  const mark = { id: 'm', title: 'v2', category: 'release', timestamp: '2026-03-01T23:30:00Z' }
  t.strictSame(lists.markEntries([mark])[0]?.target?.state, { range: '2026-02-22,2026-03-08' })
  const views = [
    { path: '/trends', title: 'Trends', summary: '', group: 'Analyze' },
    { path: '/keys', title: 'Keys', summary: '', group: 'Manage' },
    { path: '/profile', title: 'Profile', summary: '', access: 'user' },
  ]
  t.strictSame(
    lists.viewEntries(views).map(({ section }) => section),
    ['views', 'settings', 'settings'],
  )
  t.end()
})
