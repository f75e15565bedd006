import t from 'tap'
import { pageCode } from './page-code.js'

interface Columns {
  readonly usualColumns: readonly string[]
  readColumns(text: string | null): readonly string[]
  columnsText(columns: readonly string[]): string | null
  traitOf(traits: object, column: string): unknown
}

interface Person {
  readonly device_id: string
  readonly user_id: string | null
}

interface Members {
  isPlainList(audience: object): boolean
  addedTo(
    members: readonly object[],
    people: readonly Person[],
  ): { readonly members: readonly object[]; readonly added: number }
}

interface CameFrom {
  neighboursOf(who: Person, from: object | null): object | null
}

interface Palette {
  patternOf(typed: string): string
  existing(profiles: readonly object[]): readonly object[]
  personEntries(people: readonly Person[], traitsOf: () => object): readonly { readonly id: string }[]
}

interface Timeline {
  matchingEvents(
    sessions: readonly object[],
    typed: string,
  ): readonly { readonly events: readonly object[] }[]
}

Object.assign(globalThis, { location: { pathname: '/', search: '' } })
const columns = await pageCode<Columns>('people/columns.ts')
const { isPlainList, addedTo } = await pageCode<Members>('people/audience-members.ts')
const { neighboursOf } = await pageCode<CameFrom>('people/came-from.ts')
const palette = await pageCode<Palette>('palette/people.ts')
const { matchingEvents } = await pageCode<Timeline>('views/people/matching-events.ts')
const { sourceOf } = await pageCode<{ sourceOf(row: object): string | null }>(
  'views/sessions/session-source.ts',
)

t.test('the columns of an address', (t) => {
  const { readColumns, columnsText, usualColumns, traitOf } = columns
  t.strictSame(readColumns(null), usualColumns)
  t.equal(columnsText(usualColumns), null, 'the usual ones are not written')
  const odd = ['trait:a,b', 'trait:100%2C', 'events']
  t.strictSame(readColumns(columnsText(odd)), odd, 'names may contain what separates them')
  t.strictSame(readColumns('events,nonsense,trait:,events'), ['events'], 'an invalid one is left out')
  t.strictSame(readColumns('nonsense'), usualColumns)
  t.equal(traitOf({ 'a.b': 1, a: { b: 2 } }, 'trait:a.b'), 1)
  t.equal(traitOf({ a: { b: 2 } }, 'trait:a.b'), 2)
  t.equal(traitOf({ a: 'text' }, 'trait:a.b'), undefined)
  t.equal(traitOf({}, 'trait:constructor'), undefined)
  t.end()
})

t.test('people are added to a list once', (t) => {
  const members = [{ device_id: 'd1', user_id: 'ann' }, { device_id: 'd2' }]
  const { members: all, added } = addedTo(members, [
    { device_id: 'other', user_id: 'ann' },
    { device_id: 'd2', user_id: null },
    { device_id: 'd3', user_id: null },
    { device_id: 'd3', user_id: null },
  ])
  t.strictSame(all, [...members, { device_id: 'd3' }], 'the same user on another device is the same person')
  t.equal(added, 1)
  const audience = { id: 'a', owner_id: 'o', name: 'A', listed_count: 2, definition: {} }
  t.ok(isPlainList(audience))
  t.ok(isPlainList({ ...audience, definition: { filters: [], events: [] } }))
  t.notOk(isPlainList({ ...audience, listed_count: 0 }), 'everyone')
  t.notOk(isPlainList({ ...audience, definition: { filter: { field: 'a', operator: 'is_set' } } }))
  t.end()
})

t.test('the persons before and after one in a list', (t) => {
  const people = ['a', 'b', 'c'].map((id) => ({ device_id: id, user_id: id === 'b' ? 'b' : null }))
  const list = { people, href: '/people', title: 'People' }
  t.match(neighboursOf({ device_id: 'elsewhere', user_id: 'b' }, list), {
    place: 2,
    previous: people[0],
    next: people[2],
  })
  t.match(neighboursOf({ device_id: 'a', user_id: null }, list), { place: 1, previous: null })
  t.match(neighboursOf({ device_id: 'c', user_id: null }, list), { next: null })
  t.equal(neighboursOf({ device_id: 'x', user_id: null }, list), null)
  t.equal(neighboursOf({ device_id: 'a', user_id: null }, null), null, 'opened by its address')
  t.end()
})

t.test('the palette finds people by text and by id', (t) => {
  t.equal(palette.patternOf('a.b+c@(d)'), String.raw`(?i)a\.b\+c@\(d\)`)
  const device = { device_id: 'd', user_id: null, traits: {}, devices: [{ device_id: 'd' }] }
  const unknown = { device_id: 'u', user_id: 'u', traits: {}, devices: [] }
  const user = { device_id: 'd', user_id: 'ann', traits: {}, devices: [{ device_id: 'd' }] }
  const named = { device_id: 'e', user_id: null, traits: { name: 'E' }, devices: [] }
  t.strictSame(palette.existing([device, unknown, user, named]), [user, named])
  t.strictSame(
    palette
      .personEntries([user, { device_id: 'phone', user_id: 'ann' }, named], () => ({}))
      .map(({ id }) => id),
    ['person:user/ann', 'person:device/e'],
    'each once',
  )
  t.end()
})

t.test('a search in the events of a person', (t) => {
  const event = (event_name: string, properties: object) => ({
    key: event_name,
    row: { event_name, properties },
  })
  const sessions = [
    { key: 'one', events: [event('open', { path: '/pricing' }), event('buy', { plan: { name: 'Pro' } })] },
    { key: 'two', events: [event('open', { path: '/' })] },
  ]
  t.strictSame(matchingEvents(sessions, '  '), sessions)
  t.match(matchingEvents(sessions, 'PRO'), [{ key: 'one', events: [{ key: 'buy' }] }])
  t.equal(matchingEvents(sessions, 'open path').length, 2, 'names of events and of properties')
  t.strictSame(matchingEvents(sessions, 'nowhere'), [])
  t.end()
})

t.test('where a session came from', (t) => {
  t.equal(sourceOf({ utm_source: 'news', utm_campaign: 'spring' }), 'news / spring')
  t.equal(sourceOf({ utm_campaign: 'spring', referrer: 'https://a.example/x' }), 'spring')
  t.equal(sourceOf({ referrer: 'https://a.example/x?y' }), 'a.example')
  t.equal(sourceOf({ referrer: 'android-app' }), 'android-app')
  t.equal(sourceOf({ utm_source: null, referrer: '' }), null)
  t.end()
})
