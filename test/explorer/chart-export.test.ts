import t from 'tap'
import { pageCode } from './page-code.js'

interface Shape {
  readonly of: string
  readonly text?: string
  readonly color: string
  readonly at?: readonly [number, number]
  readonly points?: readonly (readonly [number, number])[]
  readonly dash?: readonly number[]
  readonly hatch?: number
}

interface Scene {
  readonly width: number
  readonly height: number
  readonly background: string
  readonly shapes: readonly Shape[]
}

interface Svg {
  escaped(text: string): string
  svgOf(scene: object): string
}

interface Scenes {
  chartScene(picture: object, surroundings: object): Scene
}

interface Ticks {
  valueTicks(low: number, high: number, isLog: boolean): readonly number[]
}

const { escaped, svgOf } = await pageCode<Svg>('chart-export/svg.ts')
const { chartScene } = await pageCode<Scenes>('chart-export/chart-scene.ts')
const { valueTicks } = await pageCode<Ticks>('chart-export/value-ticks.ts')

const colors = {
  ...{ of: (color: string) => `<${color}>`, grid: '#eee', faint: '#999', surface: '#fff' },
  ...{ text: '#000', soft: '#555' },
}
const stroke = (dash: readonly number[] = [], hatch = 0) => ({ color: 'red', dash, hatch, pale: false })
const nasty = `<script>alert("1") & 'x'</script>\u0000`

const picture = (more: object = {}) => ({
  title: nasty,
  notes: ['The last day is not over yet.'],
  data: {
    dates: ['2024-01-15', '2024-01-16', '2024-01-17'],
    lines: [
      { id: 'a', label: nasty, values: [1, 2, 3] },
      { id: 'b', label: 'b', values: [3, null, 0] },
    ],
  },
  strokes: [stroke(), stroke([9, 4], 1)],
  ...{ look: 'line', stacking: 'none', isLog: false, kind: 'count', incomplete: [2] },
  marks: [{ time: Date.parse('2024-01-16T00:00:00Z'), title: 'Version <2>', category: 'release' }],
  ...more,
})
const sceneOf = (more: object = {}): Scene =>
  chartScene(picture(more), { subtitle: 'in 3 days · UTC', colors })

t.test('texts in an SVG are escaped', (t) => {
  t.equal(escaped(nasty), '&lt;script&gt;alert(&quot;1&quot;) &amp; &apos;x&apos;&lt;/script&gt;')
  const svg = svgOf(sceneOf())
  t.notMatch(svg, /<script/)
  t.notMatch(svg, '\u0000')
  t.notMatch(svg, /="<|<var/, 'colours too')
  t.match(svg, 'Version &lt;2&gt;')
  t.notMatch(svg, /(href|style|class)=/, 'it needs nothing else')
  const open = [...svg.matchAll(/<(\w+)(?:\s[^>]*)?>/g)].flatMap(([tag, name]) =>
    tag.endsWith('/>') ? [] : [name],
  )
  const closed = [...svg.matchAll(/<\/(\w+)>/g)].map(([, name]) => name)
  t.strictSame(open.sort(), closed.sort(), 'every element is closed')
  t.end()
})

t.test('an image has title, range, lines, names, marks and notes', (t) => {
  const { shapes, width, height } = sceneOf()
  const texts = shapes.flatMap(({ text }) => (text === undefined ? [] : [text]))
  for (const wanted of [
    nasty,
    'in 3 days · UTC',
    'b',
    'Version <2>',
    'The last day is not over yet.',
    '15 Jan',
  ])
    t.ok(texts.includes(wanted), wanted)
  const lines = shapes.filter(({ of, color }) => of === 'path' && color === '<red>')
  t.strictSame(
    lines.map(({ points }) => points?.length),
    [3, 1, 1, 2, 2],
    'a gap parts a line; two swatches',
  )
  t.ok(lines.some(({ dash }) => dash?.join() === '9,4'))
  for (const { points = [], at } of shapes)
    for (const [x, y] of at === undefined ? points : [at])
      t.ok(x >= 0 && x <= width && y >= 0 && y <= height, `${x}, ${y} is inside`)
  t.end()
})

t.test('bars and areas are filled, also on each other', (t) => {
  for (const look of ['bar', 'area'])
    for (const stacking of ['none', 'sum', 'percent']) {
      const { shapes } = sceneOf({ look, stacking })
      const filled = shapes.filter(({ of, color }) => of === 'area' && color === '<red>')
      t.ok(filled.length >= 4, `${look} ${stacking}: ${filled.length}`)
      for (const { points = [] } of filled)
        for (const [x, y] of points) t.ok(Number.isFinite(x) && Number.isFinite(y))
    }
  t.match(svgOf(sceneOf({ look: 'bar' })), /<pattern id="stripes-0"/)
  const log = sceneOf({ isLog: true }).shapes
  t.ok(log.every(({ points = [] }) => points.flat().every(Number.isFinite)))
  t.end()
})

t.test('round values along an axis', (t) => {
  t.strictSame(valueTicks(0, 1, false), [0, 0.2, 0.4, 0.6, 0.8, 1])
  t.strictSame(valueTicks(0, 42.4, false), [0, 10, 20, 30, 40])
  t.strictSame(valueTicks(-5, 5, false), [-4, -2, 0, 2, 4])
  t.strictSame(valueTicks(1, 1000, true), [1, 10, 100, 1000])
  t.end()
})
