import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { resultsFolder } from '../../bench/charts/draw.js'
import { readConstants } from '../../bench/scale/constants.js'
import { costAt, lawOf } from '../../bench/scale/cost.js'
import { scalePage } from '../../bench/scale/page.js'
import { predictShards, shardFactor } from '../../bench/scale/predict.js'
import { simulate } from '../../bench/scale/queue.js'
import { fullestShard } from '../../bench/scale/skew.js'
import { numberOf, pagesIn, rowsUnder } from '../../bench/scale/tables.js'
import { root } from './source-files.js'

const folder = join(root, resultsFolder)

t.test('the page of the model is made from the tables that are committed', async (t) => {
  const written = readFileSync(join(folder, 'scale.md'), 'utf8')
  t.equal(written, `${scalePage(readConstants(pagesIn(folder)))}\n`, 'npm run bench:scale')
})

t.test('constants are read from the tables', async (t) => {
  const { questions, bytesOfEvent, rowsOfServiceCore, microsecondsOfEvent } = readConstants(pagesIn(folder))
  const dau = questions.find(({ question, way }) => question === 'dau' && way === 'service')
  t.match(dau, { bySnapshot: true, growth: [3, 5.4], memory: [6, 18, 32] })
  t.equal(dau?.ms.toFixed(2), (18.8 * 0.8).toFixed(2))
  t.match(
    questions.find(({ question, way }) => question === 'dau by country' && way === 'service'),
    { bySnapshot: false },
  )
  t.equal(Math.round(bytesOfEvent), Math.round((106 + 7447 + 75 + 119 + 29 + 34 + 5) / 100.038393))
  t.equal(rowsOfServiceCore, 40_700)
  t.equal(microsecondsOfEvent, 44.2)
  t.throws(() => rowsUnder('| a | b |', '| c'), /no table begins with "\| c"/)
  t.equal(numberOf('1,013'), 1013)
  t.equal(numberOf('–'), null)
})

t.test('a law goes through two points, and near three', async (t) => {
  const cost = (millions: number): number => 5 + 2 * millions ** 1.2
  const points = [10, 50].map((millions) => ({ millions, cost: cost(millions) }))
  const law = lawOf(points, 5)
  t.equal(costAt(law, 100).toFixed(6), cost(100).toFixed(6))
  t.equal(costAt(law, 0), 5)
  t.equal(lawOf([...points, { millions: 100, cost: cost(100) }], 5).power.toFixed(6), '1.200000')
  t.equal(
    lawOf([...points.slice(0, 1), { millions: 50, cost: 1 }], 5).power,
    0,
    'more events never cost less',
  )
})

t.test(
  'three shards cost what they cost without rows, and rows by the factor of other questions',
  async (t) => {
    // A sixth costs 10 ms above the floor and a half 30, so a third 20.
    const costs = { question: 'a', empty: 10, parts: [20, 40] as const, threeEmpty: 50, three: 110 }
    const other = { ...costs, question: 'b', three: 50 + 2 * 60 }
    t.equal(shardFactor([other]).toFixed(6), '2.000000')
    const found = predictShards(costs, [costs, other])
    t.equal(found.predicted.toFixed(6), (50 + 2 * 60).toFixed(6), 'its own measurement does not predict it')
  },
)

t.test('questions share the cores, and the workspace that used least comes first', async (t) => {
  const question = (at: number, workspace: number, work: number) => ({ at, workspace, work })
  const endsOf = (answered: ReturnType<typeof simulate>): readonly (readonly number[])[] =>
    answered.map(({ workspace, at, seconds }) => [workspace, Number((at + seconds).toFixed(6))])
  t.strictSame(
    endsOf(simulate([question(0, 1, 4), question(1, 2, 2)], { cores: 2, places: 2 })),
    [
      [1, 3],
      [2, 3],
    ],
    'alone for a second, then half of the cores each',
  )
  const crowd = [question(0, 0, 2), question(0, 0, 2), question(0, 0, 2), question(0.5, 1, 1)]
  t.strictSame(endsOf(simulate(crowd, { cores: 1, places: 1 })).at(-1), [1, 7], 'first come, first served')
  t.strictSame(endsOf(simulate(crowd, { cores: 1, places: 1, perWorkspace: 1 }))[1], [1, 3], 'fair')
})

t.test('the fullest of many shards holds more where few devices have most events', async (t) => {
  const [even = NaN, steep = NaN] = [0, 1.2].map((power) => fullestShard(10_000, power, 16))
  t.ok(even < 1.2 && steep > 2, `${even} and ${steep}`)
})
