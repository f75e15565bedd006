import { randomInt } from 'node:crypto'
import type { Test } from 'tap'
import * as plan from '../../contract/index.js'
import type { AnalyticsStore, MetricRow, Relation, Row } from '../../contract/index.js'
import { askStore } from '../../core/run/ask-store.js'
import { patience } from './patience.js'

const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 10_000, threads: 1 }
const day = 86_400_000
const first = Date.UTC(2024, 0, 30)
const { column, text } = plan

/** The least gauge, or the greatest counter, of each day and of all, whichever the metric's latest point is. */
function asked(name: string): Relation {
  const points = plan.where(
    plan.scan('metrics', first, first + 3 * day),
    plan.equals(column('name'), text(name)),
  )
  const branch = (type: string, measure: plan.Measure): Relation =>
    plan.select(
      plan.aggregate(
        plan.where(points, plan.equals(column('type'), text(type))),
        { bucket: plan.bucket(column('timestamp'), [first, first + day, first + 2 * day, first + 3 * day]) },
        { value: measure },
        [['bucket'], []],
      ),
      { bucket: column('bucket'), value: column('value'), type: text(type) },
    )
  const value = column('value')
  const latest = plan.aggregate(
    points,
    {},
    { latest: plan.last(column('type'), column('timestamp'), column('seq')) },
  )
  return plan.select(
    plan.join(
      'inner',
      plan.union(branch('gauge', plan.min(value)), branch('counter', plan.max(value))),
      latest,
      [{ left: 'type', right: 'latest' }],
    ),
    { bucket: column('bucket'), value },
  )
}

let seq = 0
const point = (name: string, type: MetricRow['type'], at: number): MetricRow => ({
  ...{ timestamp: first + at * (day / 2), message_id: null, seq: seq++, name, type, value: seq },
  ...{ temporality: 'cumulative', unit: '', service: 'a', source: '', labels: {}, series: name },
  ...{ count: null, sum: null, min: null, max: null, label_names: '[]', buckets: [] },
})
const sorted = (rows: readonly Row[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort()

/** Checks that ClickHouse answers as the memory store does while the type of a metric is guessed, changes, and changes back. */
export async function guessesHold(
  t: Test,
  memory: AnalyticsStore,
  clickhouse: AnalyticsStore,
): Promise<void> {
  const both = [memory, clickhouse]
  const workspace = { id: 'branches', number: randomInt(2 ** 40) }
  for (const store of both) await store.createWorkspace(workspace)
  const append = async (...metrics: readonly MetricRow[]): Promise<void> => {
    const others = { events: [], links: [], contexts: [], logs: [], traits: [] }
    for (const store of both) await store.append(workspace, { ...others, metrics })
  }
  /** Asks twice, and returns what a third time would begin with. */
  const ask = async (name: string, what: string): Promise<string> => {
    const relation = asked(name)
    const expected = sorted(await askStore(memory, workspace, relation, limits))
    for (const time of ['first', 'second'])
      t.strictSame(
        sorted(await askStore(clickhouse, workspace, relation, limits)),
        expected,
        `${what}, the ${time} time`,
      )
    const { statements = [] } = (await clickhouse.explain?.(workspace, relation, limits)) ?? {}
    return statements.length > 1 ? 'values' : /throwIf/.test(statements[0]?.text ?? '') ? 'guess' : 'all'
  }
  t.equal(await ask('cpu', 'no points'), 'values')
  await append(...[0, 1, 2, 3].flatMap((at) => [point('cpu', 'gauge', at), point('requests', 'counter', at)]))
  t.equal(await ask('cpu', 'gauges'), 'guess')
  t.equal(await ask('requests', 'counters'), 'guess')
  await append(point('cpu', 'counter', 4))
  t.equal(await ask('cpu', 'a counter last'), 'values')
  await append(point('cpu', 'gauge', 5))
  t.equal(await ask('cpu', 'a gauge last'), 'values')
  t.equal(await ask('requests', 'counters still'), 'guess')
  for (const store of both) await store.dropWorkspace(workspace)
}
