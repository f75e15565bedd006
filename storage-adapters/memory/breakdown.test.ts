import t from 'tap'
import * as plan from '../../contract/index.js'
import type { BreakdownOptions, Measure, OperatorNode, Relation, Row } from '../../contract/index.js'
import { ask, event, storeWith } from './test-store.js'

const day = 86_400_000
const edges = [0, day, 2 * day]
const { column } = plan
const rows = plan.derive(plan.scan('events', 0, 2 * day), { label: plan.property('plan', 'text') })
const amount = plan.property('amount', 'number')

const at = (seq: number, days: number, device_id: string, properties: Record<string, string | number>) =>
  event(seq, { timestamp: days * day, device_id, properties })
/** Rows by label: pro 3, "(none)" 2 (one of them the empty string), free 1, gold 1. */
const events = [
  at(1, 0, 'a', { plan: 'pro', amount: 1 }),
  at(2, 1, 'a', { plan: 'pro', amount: 2 }),
  at(3, 1, 'b', { plan: 'pro' }),
  at(4, 0, 'c', { plan: 'gold', amount: 8 }),
  at(5, 0, 'c', { plan: 'free' }),
  at(6, 1, 'a', { plan: '', amount: 4 }),
  at(7, 1, 'b', { amount: 16 }),
]

const inOrder = (relation: Relation): Relation =>
  plan.sort(
    relation,
    ['bucket', 'dimension', 'value'].map((name) => plan.ascending(column(name))),
  )
const split = (options: Partial<BreakdownOptions>, input = rows): OperatorNode =>
  plan.breakdown(input, { edges, measure: plan.count(), limit: 25, ...options }) as OperatorNode
const tuples = (found: readonly Row[]) =>
  found.map(({ bucket, dimension, value }) => [bucket, dimension, value])

t.test('the labels with the most rows keep their names, all others are "(other)"', async (t) => {
  const store = await storeWith({ events })
  const counts = inOrder(split({ limit: 2 }))
  t.strictSame(tuples(await ask(store, counts)), [
    [0, '(other)', 2],
    [0, 'pro', 1],
    [1, '(none)', 2],
    [1, 'pro', 2],
    [null, '(none)', 2],
    [null, '(other)', 2],
    [null, 'pro', 3],
    [null, null, 7],
  ])
  const persons = inOrder(split({ limit: 3, measure: plan.countDistinct(column('person')) }))
  t.strictSame(
    tuples(await ask(store, persons)),
    [
      [0, '(other)', 1],
      [0, 'free', 1],
      [0, 'pro', 1],
      [1, '(none)', 2],
      [1, 'pro', 2],
      [null, '(none)', 2],
      [null, '(other)', 1],
      [null, 'free', 1],
      [null, 'pro', 2],
      [null, null, 3],
    ],
    'on equal counts the first label by name is kept',
  )
  const named = inOrder(split({ limit: 1, names: ['gold', '(none)', 'unseen'] }))
  t.strictSame(
    tuples(await ask(store, named)).filter(([bucket]) => bucket === null),
    [
      [null, '(none)', 2],
      [null, '(other)', 4],
      [null, 'gold', 1],
      [null, null, 7],
    ],
    'names are kept whatever the limit',
  )
  t.strictSame(await ask(store, split({}, plan.where(rows, plan.literal(false, 'bool')))), [])
})

const measures: Readonly<Record<string, Measure>> = {
  count: plan.count(),
  'distinct persons': plan.countDistinct(column('person')),
  sum: plan.sum(amount),
  avg: plan.avg(amount),
  min: plan.min(amount),
  max: plan.max(amount),
  median: plan.quantile(amount, 0.5),
  first: plan.first(column('event_name'), column('seq')),
  last: plan.last(amount, column('seq')),
}

t.test('its lowering returns the same rows', async (t) => {
  const store = await storeWith({ events })
  const outside = plan.derive(plan.scan('events'), { label: column('device_id') })
  for (const [name, measure] of Object.entries(measures))
    for (const choice of [
      { limit: 2 },
      { limit: 0 },
      { limit: 9 },
      { names: ['pro', '(none)'] },
      { names: [] },
    ])
      for (const input of [rows, outside]) {
        const node = split({ measure, edges: input === rows ? edges : [0, day], ...choice }, input)
        const lowered = plan.breakdownOperator.lower(node)
        t.same(plan.columnsOf(lowered), node.columns, `${name}: the declared columns`)
        t.same(
          await ask(store, inOrder(lowered)),
          await ask(store, inOrder(node)),
          `${name} of ${JSON.stringify(choice)}`,
        )
      }
})

t.test('invalid input is rejected when the plan is compiled', async (t) => {
  const store = await storeWith({})
  const broken: readonly (readonly [Relation, RegExp])[] = [
    [split({}, plan.scan('events')), /requires a column label \(text\)/],
    [
      split({}, plan.derive(plan.scan('events'), { label: column('seq') })),
      /requires a column label \(text\)/,
    ],
    [split({}, plan.select(rows, { label: column('label') })), /requires a column timestamp \(time\)/],
    [split({ edges: [day, 0] }), /edges must ascend/],
    [split({ measure: plan.sum(column('os')) }), /sum: text/],
    [split({}, plan.derive(rows, { kept: plan.number(1) })), /input must not have a column kept/],
  ]
  for (const [node, message] of broken) await t.rejects(async () => ask(store, node), message)
})
