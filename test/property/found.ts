import { randomInt } from 'node:crypto'
import type { Test } from 'tap'
import {
  aggregate,
  ascending,
  builtInOperators,
  choose,
  cohorts,
  column,
  count,
  derive,
  descending,
  isIn,
  join,
  literal,
  not,
  number,
  property,
  scan,
  select,
  sort,
  text,
  where,
  window,
  type AnalyticsStore,
  type Batch,
  type Expr,
  type Relation,
} from '../../contract/index.js'
import { expand } from '../../core/run/expand.js'
import { gaugePoint } from '../support/gauge-point.js'
import { sameRows } from '../kit/plans/compare-rows.js'
import { patience } from '../support/patience.js'
import { askStore } from '../../core/run/ask-store.js'

/** Minimal plans for which random runs found a difference: each must stay equal on every store. */
interface Found {
  readonly name: string
  /** Time and device, in storage order. */
  readonly events: readonly (readonly [number, string])[]
  readonly plan: Relation
}

const time = column('timestamp')
const seq = column('seq')

/** Always the second, which an engine may recognize. */
const folded = (first: Expr, second: Expr): Expr =>
  choose([{ when: literal(false, 'bool'), then: first }], second)

const found: readonly Found[] = [
  {
    name: 'a page of a sorted relation that is sorted inside already (ClickHouse 26.7, top-K filter with OFFSET)',
    events: [
      [1_711_850_400_000, 'd～'],
      [1_729_987_200_500, 'd1'],
      [1_710_053_999_999, 'D2'],
      [1_710_064_799_999, 'u1'],
      [1_711_854_000_000, 'd1'],
      [1_710_054_000_000, 'd～'],
      [1_709_164_800_000, 'd2'],
      [1_709_251_200_001, 'u1'],
      [1_710_057_600_000, 'D2'],
      [1_709_078_400_000, 'u1'],
      [1_711_846_800_000, 'd～'],
      [1_709_251_199_999, 'u1'],
      [1_711_850_400_000, 'dé'],
    ],
    plan: sort(
      select(sort(scan('events'), [descending(seq)]), {
        seq,
        device_type: column('device_type'),
        timestamp: time,
      }),
      [descending(time), ascending(seq)],
      3,
      2,
    ),
  },
  {
    name: 'a join on a key that ClickHouse can fold to a constant, a column in it or not',
    events: [[1_711_850_400_000, 'd1']],
    plan: select(
      join(
        'left',
        derive(scan('events'), { key: folded(property('amount', 'text'), text('open')) }),
        select(scan('events'), { other: column('event_name'), found: text('x') }),
        [{ left: 'key', right: 'other' }],
      ),
      { key: column('key'), found: column('found') },
    ),
  },
  {
    name: 'a join on a literal behind another join (ClickHouse 26.7, joins put together to be reordered)',
    events: [[1_711_850_400_000, 'd1']],
    plan: select(
      join(
        'left',
        derive(
          select(
            join(
              'left',
              scan('events'),
              aggregate(scan('traits'), { owner: column('person') }, { traits_seen: count() }),
              [{ left: 'person', right: 'owner' }],
            ),
            { person: column('person'), seq },
          ),
          { key: text('') },
        ),
        aggregate(
          scan('metric_buckets'),
          { other: property('plan', 'label', 'labels') },
          { points: count() },
        ),
        [{ left: 'key', right: 'other' }],
      ),
      { seq, key: column('key'), points: column('points') },
    ),
  },
  {
    name: 'groups by what ClickHouse can fold to a constant, of rows that only an array join takes away',
    events: [[1_711_850_400_000, 'd1']],
    plan: aggregate(
      aggregate(scan('metric_buckets'), { key: folded(column('seq'), number(2)) }, {}),
      {},
      { groups: count() },
    ),
  },
  {
    name: 'the period of a cohort compared with a number below zero',
    events: [[1_711_850_400_000, 'd1']],
    plan: aggregate(
      where(
        cohorts(scan('events'), {
          edges: [1_711_843_200_000, 1_711_929_600_000],
          periods: 2,
          starts: isIn(column('event_name'), ['e']),
          returns: null,
          mode: 'on',
          by: [],
        }),
        not(isIn(column('cohort'), [-1])),
      ),
      {},
      { cells: count() },
    ),
  },
  {
    name: 'rows of shards sorted by what ClickHouse can fold to a constant, a property in it (26.7)',
    events: [
      [1_711_850_400_000, 'd1'],
      [1_711_850_400_000, 'd2'],
    ],
    plan: select(
      window(
        scan('events'),
        [],
        [ascending(folded(property('qty', 'number'), number(-0.25))), ascending(seq)],
        { before: { kind: 'min-before', value: seq } },
      ),
      { seq, before: column('before') },
    ),
  },
]

const batchOf = (events: Found['events']): Batch => ({
  events: events.map(([timestamp, device_id], index) => ({
    timestamp,
    event_name: 'e',
    device_id,
    session_id: null,
    user_id: null,
    message_id: null,
    seq: index,
    context: {},
    properties: {},
  })),
  logs: [],
  links: [],
  traits: [],
  contexts: [],
  metrics: [gaugePoint(1_711_850_400_000, 0)],
})

const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))
const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 1_000 }

/** Runs all of them on these stores, against memory. */
export async function holdFound(
  t: Test,
  memory: AnalyticsStore,
  stores: readonly AnalyticsStore[],
): Promise<void> {
  for (const { name, events, plan } of found) {
    const number = randomInt(2 ** 40)
    const workspace = { id: `ws_${number}`, number }
    const ask = async (store: AnalyticsStore) => {
      await store.createWorkspace(workspace)
      await store.append(workspace, batchOf(events))
      const rows = await askStore(store, workspace, expand(plan, store, operators), limits)
      await store.dropWorkspace(workspace)
      return rows
    }
    const expected = await ask(memory)
    t.ok(expected.length > 0, name)
    for (const store of stores)
      t.equal(sameRows(await ask(store), expected, { ordered: true }), null, `${store.engine}: ${name}`)
  }
}
