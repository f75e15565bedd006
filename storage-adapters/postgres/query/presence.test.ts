import t from 'tap'
import {
  aggregate,
  bucket,
  column,
  countDistinct,
  presence,
  scan,
  type Interval,
} from '../../../contract/index.js'
import { compileQuery } from './compile-query.js'

const dayMs = 86_400_000
const workspace = { id: 'ws_a', number: 1 }
const days = (count: number): readonly Interval[] =>
  Array.from({ length: count }, (_, day) => ({ from: day * dayMs, to: (day + 1) * dayMs }))
const textOf = (windows: readonly Interval[], by: readonly string[] = []): string =>
  compileQuery(workspace, presence(scan('events'), { windows, by })).text

t.test('persons are grouped by device first, and masks are compared with windows', (t) => {
  const text = textOf([...days(2), { from: 0, to: 2 * dayMs }])
  t.match(text, /bit_or\(1::bigint << .* GROUP BY t\d+\.device\) AS \S+ LEFT JOIN "w1"\.device_links/)
  for (const mask of [1, 2, 3]) t.match(text, `& ${mask}::bigint) <> 0`)
  t.notMatch(text, /DISTINCT| OVER /)
  t.end()
})

t.test('a window without time has no persons', (t) => {
  t.match(textOf([...days(1), { from: dayMs, to: dayMs }]), '& 0::bigint) <> 0')
  t.end()
})

t.test('64 segments or a breakdown do not fit into a mask', (t) => {
  t.match(textOf(days(63)), `& ${2n ** 62n}::bigint`)
  for (const text of [textOf(days(64)), textOf(days(2), ['country'])]) t.notMatch(text, 'bit_or')
  t.end()
})

t.test('distinct persons of each bucket become presence, distinct sessions stay', (t) => {
  const rows = scan('events', 0, 2 * dayMs)
  const text = (name: string): string => {
    const day = bucket(column('timestamp'), [0, dayMs, 2 * dayMs])
    const value = countDistinct(column(name))
    return compileQuery(workspace, aggregate(rows, { day }, { value })).text
  }
  t.match(text('person'), 'bit_or')
  t.match(text('session'), 'DISTINCT')
  t.end()
})
