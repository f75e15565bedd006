import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { questions } from '../../bench/questions/index.js'
import { charts, chartsFolder, resultsFolder } from '../../bench/charts/draw.js'
import { cheapestOf, peerChart } from '../../bench/charts/peer-chart.js'
import { againstBareOf, againstPeersOf } from '../../bench/charts/read-tables.js'
import { shapes } from '../../bench/charts/shapes.js'
import { sizeChart } from '../../bench/charts/size-chart.js'
import { axisOf, xOf } from '../../bench/charts/svg.js'
import { root } from './source-files.js'

t.test('each question of the bench is in one chart', async (t) => {
  const charted = shapes.flatMap((shape) => shape.questions)
  t.strictSame([...charted].sort(), questions.map(({ name }) => name).sort())
})

t.test('the charts are drawn from the tables that are committed', async (t) => {
  const drawn = charts(join(root, resultsFolder))
  const names = readdirSync(join(root, chartsFolder)).sort()
  t.strictSame(names, [...drawn.keys()].sort())
  for (const [name, svg] of drawn)
    t.equal(readFileSync(join(root, chartsFolder, name), 'utf8'), svg, `${name} (npm run bench:charts)`)
})

const page = `# 10 million events

## Against the bare scan

| question | bare ms | from the events | from rollups | rows read |  | MB held |  |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| dau | 20.0 | 8.0 ✗ 2.5 | 0.5 ✓ 2.5 | 3.6 M | 503 k | 55 | 6 |
| a < b | 4.0 | 10.0 | – | 1 k | – | 5 | – |

## Against other products

| question | shape | times ours, from the events | as the service answers | MB held: theirs | ours | numbers |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
| dau | A: counts | 3.2 | 26 ✓ 8 | 20 | 6 | the same |
| dau | B: counts | 2.2 | 6.0 | 20 | 6 | the same |
| dau | C: estimates | 2.1 | 2 | 5 | 6 | an estimate |
| a < b | A: counts | 1 | gave up | 5 | 6 | – |
`

t.test('tables are read as they are written', async (t) => {
  t.strictSame(againstBareOf(page), [
    { question: 'dau', bareMs: 20, events: 8, views: 0.5 },
    { question: 'a < b', bareMs: 4, events: 10, views: null },
  ])
  t.equal(againstPeersOf(page).length, 4)
  t.strictSame(cheapestOf(againstPeersOf(page)), [{ question: 'dau', shape: 'B: counts', times: 6 }])
  t.throws(() => againstBareOf('# nothing'), { message: 'no table under "Against the bare scan"' })
})

t.test('a chart shows what its table says', async (t) => {
  const shape = { key: 'x', title: 'X', questions: ['dau', 'a < b', 'not measured'] }
  const svg = sizeChart(shape, [{ millions: 10, rows: againstBareOf(page) }])
  t.match(svg, '≈ 10 ms', '20 ms × 0.5')
  t.match(svg, '≈ 40 ms', '4 ms × 10: where no view answers, the events do')
  t.match(svg, 'a &lt; b')
  t.notMatch(svg, /NaN|undefined|null/)
  t.match(peerChart(againstPeersOf(page), 10), '6×  B')
})

t.test('values outside of an axis are drawn at its end', async (t) => {
  const axis = axisOf(100, 200, [0.5, 7])
  t.strictSame([axis.least, axis.most], [0.5, 10])
  t.strictSame(
    [0.01, 0.5, 10, 99].map((value) => xOf(axis, value)),
    [100, 100, 200, 200],
  )
})
