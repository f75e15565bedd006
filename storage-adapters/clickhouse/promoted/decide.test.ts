import t from 'tap'
import { createAskCounts } from './asks.js'
import { columnNameOf, commentOf, parseColumn, promotedColumn } from './columns.js'
import { decidePromotions, promotionRules, type FoundColumn } from './decide.js'

const day = 86_400_000
const now = 20_000 * day
const rules = { ...promotionRules(2), rows: 100 }
const column = (key: string, days: number, state: Partial<FoundColumn> = {}): FoundColumn => ({
  key,
  name: `column of ${key}`,
  askedAt: now - days * day,
  everywhere: true,
  whole: true,
  busy: false,
  ...state,
})
const decide = (columns: readonly FoundColumn[], wanted: readonly string[], rows = 1_000) =>
  decidePromotions({ columns, wanted, rows, now }, rules)

t.test('wanted properties get the free columns, the most read first', (t) => {
  t.same(decide([], ['a', 'b', 'c']), { drop: [], add: ['a', 'b'] })
  t.same(decide([column('a', 0)], ['a', 'b']), { drop: [], add: ['b'] })
  t.end()
})

t.test('a table with few rows gets none', (t) => {
  t.same(decide([], ['a'], 99), { drop: [], add: [] })
  t.end()
})

t.test('idle columns are replaced, the least recently read first', (t) => {
  const columns = [column('a', 10), column('b', 20)]
  t.same(decide(columns, ['c']), { drop: ['column of b'], add: ['c'] })
  t.same(decide(columns, ['c', 'd']), { drop: ['column of b', 'column of a'], add: ['c', 'd'] })
  t.end()
})

t.test('columns that are read or being filled stay', (t) => {
  t.same(decide([column('a', 0), column('b', 1)], ['c']), { drop: [], add: [] })
  t.same(decide([column('a', 0), column('b', 20, { busy: true })], ['c']), { drop: [], add: [] })
  t.end()
})

t.test('columns over the maximum are dropped', (t) => {
  const columns = [column('a', 3), column('b', 0), column('c', 2), column('d', 9, { busy: true })]
  t.same(decide(columns, ['e']), { drop: ['column of a'], add: [] })
  t.end()
})

t.test('reads have a half-life of a day, and counted names are bounded', (t) => {
  let time = now
  const counts = createAskCounts(() => time)
  for (let i = 0; i < 4; i++) counts.note(['often'])
  counts.note(['once'])
  t.same(counts.often(1), ['often', 'once'])
  t.equal(counts.last('once'), now)
  time += day
  t.same(counts.often(2), ['often'])
  t.same(counts.often(2.1), [])
  for (let i = 0; i < 2_000; i++) counts.note([`name ${i}`])
  t.ok(counts.often(0).length <= 1_001)
  t.equal(counts.often(0)[0], 'often')
  t.equal(counts.last('never asked'), null)
  t.end()
})

t.test('a column is identified by its name and comment together', (t) => {
  const key = 'events_v1 properties label a name, with `quotes` and ‘’'
  const name = columnNameOf(key) ?? ''
  const comment = commentOf({ key, askedOn: 7 })
  t.match(name, /^property_[0-9a-f]{24}$/)
  t.same(parseColumn('events_v1', name, comment), { key, table: 'events_v1', name, askedOn: 7 })
  const other = commentOf({ key: 'events_v1 properties label other', askedOn: 7 })
  for (const wrong of ['', '1', 'null', '{}', other]) t.equal(parseColumn('events_v1', name, wrong), null)
  t.equal(parseColumn('logs_v1', name, comment), null, 'logs have another JSON column')
  for (const never of [
    'events_v1 traits label plan',
    'events_v1 properties exists plan',
    'device_links properties label plan',
    'toString properties label plan',
    'properties label plan',
    'events_v1 seq',
    'seq',
  ])
    t.equal(columnNameOf(never), null, never)
  t.end()
})

t.test('columns of events keep the names and comments that earlier versions gave them', (t) => {
  const column = promotedColumn('events_v1 properties label plan', 7)
  t.equal(column?.name, 'property_897e51ef25a20cdcad64d5da')
  t.equal(column && commentOf(column), '{"key":"properties label plan","askedOn":7}')
  t.end()
})
