import t from 'tap'
import { createAskCounts } from './asks.js'
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
