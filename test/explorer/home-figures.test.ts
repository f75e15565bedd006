import t from 'tap'
import { pageCode } from './page-code.js'

interface Figures {
  newPeople(data: object): { readonly value: number; readonly comparison?: object }
  livePeople(rows: readonly object[], now: number): string
}

interface Order {
  newestFirst<T>(all: readonly T[]): readonly T[]
  favouritesFirst<T>(all: readonly T[]): readonly T[]
}

const { newPeople, livePeople } = await pageCode<Figures>('views/home/figures.ts')
const { newestFirst, favouritesFirst } = await pageCode<Order>('views/home/order.ts')

const point = (dimension: string, value: number) => ({ date: '2026-03-01', dimension, value })

t.test('new people are those of the lifecycle, before as well', (t) => {
  const points = [point('new', 3), point('returning', 9), point('new', 2)]
  t.strictSame(newPeople({ points }), { value: 5 })
  const comparison = { previous_total: 100, previous_points: [point('new', 4), point('returning', 96)] }
  t.match(newPeople({ points, comparison }), {
    value: 5,
    comparison: { previous_total: 4, change: 1, percent_change: 25 },
  })
  const none = { previous_total: 9, previous_points: [point('returning', 9)] }
  t.match(newPeople({ points, comparison: none }).comparison, { previous_total: 0, percent_change: 0 })
  t.end()
})

t.test('people of the last 30 minutes, both ends', (t) => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  const seen = (last_seen: string) => ({ device_id: last_seen, last_seen })
  const rows = ['2026-03-01T11:59:00Z', '2026-03-01T11:30:00Z', '2026-03-01T11:29:59.999Z'].map(seen)
  t.equal(livePeople(rows, now), '2')
  t.equal(livePeople([], now), '0')
  const full = Array.from({ length: 1_000 }, () => seen('2026-03-01T11:59:00Z'))
  t.equal(livePeople(full, now), '1,000+', 'the page is full of them, so there may be more')
  t.end()
})

t.test('favourites first, each part by its last change', (t) => {
  const board = (name: string, updated_at: string, favourite?: boolean) => ({ name, updated_at, favourite })
  const all = [
    board('a', '2026-01-01T00:00:00Z'),
    board('b', '2026-03-01T00:00:00Z'),
    board('c', '2026-02-01T00:00:00Z', true),
  ]
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
  t.strictSame(names(newestFirst(all)), ['b', 'c', 'a'])
  t.strictSame(names(favouritesFirst(all)), ['c', 'b', 'a'])
  t.end()
})
