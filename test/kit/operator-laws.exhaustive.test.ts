import t from 'tap'
import {
  aggregate,
  breakdown,
  cohorts,
  column,
  columnsOf,
  count,
  countDistinct,
  derive,
  equals,
  lifecycle,
  presence,
  returnModes,
  sequence,
  text,
  type Expr,
  type Relation,
} from '../../contract/index.js'
import { testStores } from '../support/stores.js'
import { operatorSuite, type OperatorGround, type OperatorLawsOptions } from './index.js'

/** The built-in operators by the laws that the kit has for those of plugins. */
const { clickhouse, postgres, duckdb, close } = await testStores()
t.teardown(close)

const day = 86_400_000
const isNamed = ({ random, names }: OperatorGround): Expr =>
  equals(column('event_name'), text(random.pick(names)))
/** Never empty. */
const boundsOf = ({ edges }: OperatorGround): readonly number[] => (edges.length < 2 ? [0, day] : edges)

/** Counts rows by their columns that can be shown. */
const counted = (rows: Relation): Relation => {
  const shown = Object.entries(columnsOf(rows)).filter(([, type]) => type !== 'key')
  return aggregate(rows, Object.fromEntries(shown.map(([name]) => [name, column(name)])), { rows: count() })
}

const plans: Readonly<Record<string, OperatorLawsOptions['plan']>> = {
  breakdown: (ground) =>
    breakdown(derive(ground.events, { label: column('event_name') }), {
      edges: ground.edges,
      measure: ground.random.pick([count(), countDistinct(column('person'))]),
      limit: ground.random.pick([0, 1, 2, 25]),
    }),
  presence: (ground) => {
    const bounds = boundsOf(ground)
    const windows = bounds.slice(1).map((to, index) => ({ from: bounds[index] ?? to, to }))
    return presence(ground.events, { windows, by: ground.random.pick([[], ['event_name']]) })
  },
  cohorts: (ground) =>
    cohorts(ground.events, {
      edges: boundsOf(ground),
      periods: ground.random.pick([1, 3, 8]),
      starts: ground.random.pick([null, isNamed(ground)]),
      returns: ground.random.pick([null, isNamed(ground)]),
      mode: ground.random.pick(returnModes),
      by: [],
    }),
  lifecycle: (ground) => {
    const edges = boundsOf(ground)
    const [first = 0] = edges
    return lifecycle(ground.events, { before: { from: first - day, to: first }, edges })
  },
  sequence: (ground) =>
    counted(
      sequence(ground.events, {
        steps: Array.from({ length: 2 + ground.random.below(2) }, () => isNamed(ground)),
        window: ground.random.pick([day, 1, 0, 1e12]),
        order: ground.random.pick(['loose', 'strict', 'any'] as const),
        exclusions: [],
        times: ground.random.below(2) === 0,
        label: null,
        edges: null,
        lastOnly: ground.random.below(2) === 0,
      }),
    ),
}

for (const [operator, plan] of Object.entries(plans)) {
  const { laws } = operatorSuite({ operator, plan, stores: [clickhouse, postgres, duckdb], runs: 2 })
  for (const { name, check } of laws) t.test(name, () => check())
}
