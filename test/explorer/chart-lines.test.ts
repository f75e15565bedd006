import t from 'tap'
import { pageCode } from './page-code.js'

interface Line {
  readonly id: string
  readonly label: string
  readonly values: readonly (number | null)[]
  readonly color?: string
  readonly of?: string
  readonly otherDates?: readonly string[]
}

interface Stroke {
  readonly color: string
  readonly dash: readonly number[]
  readonly hatch: number
  readonly pale: boolean
}

interface Strokes {
  strokesOf(lines: readonly Line[]): readonly Stroke[]
  hatchOf(hatch: number): { readonly angle: number; readonly distance: number }
}

interface Tips {
  tipRows(
    data: { readonly dates: readonly string[]; readonly lines: readonly Line[] },
    at: number,
    how: { readonly kind: string; readonly off: ReadonlySet<string> },
  ): readonly {
    readonly label: string
    readonly value: number
    readonly share: number | null
    readonly before: { readonly value: number; readonly date: string } | null
  }[]
}

interface Legends {
  offAtFirst(lines: readonly Line[]): ReadonlySet<string>
  alone(lines: readonly Line[], off: ReadonlySet<string>, id: string): ReadonlySet<string> | null
  toggled(off: ReadonlySet<string>, id: string, lines: number): ReadonlySet<string>
}

const { strokesOf, hatchOf } = await pageCode<Strokes>('charts/strokes.ts')
const { tipRows } = await pageCode<Tips>('charts/tip-rows.ts')
const { offAtFirst, alone, toggled } = await pageCode<Legends>('charts/legend-off.ts')

const line = (id: string, values: readonly (number | null)[] = [1], more: Partial<Line> = {}): Line => ({
  ...{ id, label: id, values },
  ...more,
})
const many = (count: number): readonly Line[] => Array.from({ length: count }, (_, index) => line(`${index}`))

/** The repeating part of a pattern, so that [2, 3] and [2, 3, 2, 3] are the same. */
const cycle = (dash: readonly number[]): string => {
  const length = [...dash.keys()]
    .map((index) => index + 1)
    .find((one) => dash.length % one === 0 && dash.every((value, at) => value === dash[at % one]))
  return dash.slice(0, length ?? 0).join(' ')
}

t.test('no two lines look the same', (t) => {
  for (const count of [10, 11, 200]) {
    const strokes = strokesOf(many(count))
    const looks = strokes.map(({ color, dash }) => `${color} ${cycle(dash)}`)
    t.equal(new Set(looks).size, count, `${count} lines`)
    const fills = strokes.map(
      ({ color, hatch }) => `${color} ${JSON.stringify(hatch === 0 || hatchOf(hatch))}`,
    )
    t.equal(new Set(fills).size, count, `${count} areas`)
  }
  const [first, , , , , , , , , , eleventh] = strokesOf(many(11))
  t.equal(first?.color, eleventh?.color)
  t.strictSame([first?.dash, first?.hatch], [[], 0], 'the first round of the palette is solid')
  t.not(eleventh?.dash.length, 0, 'the next one is not')
  t.end()
})

t.test('comparison lines and colours of their own', (t) => {
  const lines = [
    ...many(11),
    line('0 before', [1], { of: '0', otherDates: ['2024-01-01'] }),
    line('10 before', [1], { of: '10', otherDates: ['2024-01-01'] }),
  ]
  const strokes = strokesOf(lines)
  const [before, other] = strokes.slice(-2)
  t.equal(before?.color, strokes[0]?.color, 'a comparison has the colour of its line')
  t.strictSame([before?.pale, strokes[0]?.pale], [true, false])
  t.not(cycle(before?.dash ?? []), cycle(other?.dash ?? []))
  const looks = strokes.map(({ color, dash, pale }) => `${color} ${cycle(dash)} ${String(pale)}`)
  t.equal(new Set(looks).size, lines.length)

  const own = strokesOf([line('a', [1], { color: 'red' }), line('b', [1], { color: 'red' }), line('c')])
  t.strictSame(
    own.map(({ color }) => color),
    ['red', 'red', 'var(--series-1)'],
  )
  t.not(cycle(own[0]?.dash ?? []), cycle(own[1]?.dash ?? []), 'the same colour twice has a pattern')
  t.end()
})

t.test('the tooltip has the largest first, with shares and the period before', (t) => {
  const dates = ['2024-01-08']
  const data = {
    dates,
    lines: [
      line('a', [10]),
      line('a before', [8], { of: 'a', otherDates: ['2024-01-01'] }),
      line('b', [30]),
      line('none', [null]),
      line('c', [10]),
    ],
  }
  const shown = (kind: string, off: readonly string[] = []) =>
    tipRows(data, 0, { kind, off: new Set(off) }).map(({ label, value, share, before }) => [
      ...[label, value, share],
      before?.value ?? null,
    ])
  t.strictSame(shown('count'), [
    ['b', 30, 0.6, null],
    ['a', 10, 0.2, 8],
    ['c', 10, 0.2, null],
  ])
  t.strictSame(
    shown('count', ['b']),
    [
      ['a', 10, 0.2, 8],
      ['c', 10, 0.2, null],
    ],
    'hidden lines count for the shares',
  )
  t.strictSame(
    shown('count', ['a'])[2],
    ['a before', 8, null, null],
    'without its line it has a row of its own',
  )
  t.strictSame(
    shown('distinct').map(([, , share]) => share),
    [null, null, null],
    'people of several lines may be the same',
  )
  const [row] = tipRows(data, 0, { kind: 'count', off: new Set(['b', 'c']) })
  t.strictSame(row?.before, { value: 8, date: '2024-01-01' })
  t.end()
})

t.test('a line alone, and all again', (t) => {
  const lines = [line('a'), line('a before', [1], { of: 'a' }), line('b'), line('c')]
  const sole = alone(lines, new Set(), 'a')
  t.strictSame([...(sole ?? [])], ['b', 'c'], 'its comparison stays')
  t.equal(alone(lines, sole ?? new Set(), 'a'), null, 'again: all')
  t.strictSame([...(alone(lines, sole ?? new Set(), 'b') ?? [])], ['a', 'a before', 'c'], 'another alone')
  t.strictSame([...toggled(new Set(), 'b', 4)], ['b'])
  t.strictSame([...toggled(new Set(['a', 'a before', 'c']), 'b', 4)].length, 3, 'the last one stays')
  t.equal(offAtFirst(many(20)).size, 0)
  t.equal(offAtFirst(many(200)).size, 180, 'the 20 largest are shown')
  t.end()
})
