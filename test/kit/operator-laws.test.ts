import t from 'tap'
import {
  aggregate,
  column,
  count,
  definePlugin,
  max,
  scan,
  where,
  equals,
  text,
  type AnalyticsStore,
  type OperatorDefinition,
  type OperatorNode,
  type Relation,
} from '../../contract/index.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { plugin as pace } from '../third-party/pace/index.js'
import { gaps } from '../third-party/pace/gaps.js'
import { operatorSuite, type Law, type OperatorLawsOptions } from './index.js'

const seed = 20_261_125

async function broken(laws: readonly Law[]): Promise<readonly string[]> {
  const messages: string[] = []
  for (const { check } of laws)
    await check().catch((error: unknown) => void messages.push((error as Error).message))
  return messages
}

const node = (size: number): OperatorNode => ({
  kind: 'operator',
  operator: 'newest',
  inputs: [scan('events')],
  options: { size },
  columns: { event_name: 'text', newest: 'time' },
})

const lower = ({ inputs: [input] }: OperatorNode): Relation =>
  aggregate(
    input ?? scan('events'),
    { event_name: column('event_name') },
    { newest: max(column('timestamp')) },
  )

const brokenBy = (
  change: Partial<OperatorDefinition>,
  more: Partial<OperatorLawsOptions> = {},
): Promise<readonly string[]> => {
  const acme = definePlugin({
    name: 'acme',
    contract: 1,
    after: [],
    register: (host) => host.operator({ name: 'newest', lower, ...change }),
  })
  const plan: OperatorLawsOptions['plan'] = ({ random }) => node(random.below(5))
  return broken(operatorSuite({ operator: 'newest', plugins: [acme], plan, runs: 2, seed, ...more }).laws)
}

/** Memory with a native form that compiles what it is given in place of the node. */
const withForm = (form: (node: OperatorNode) => Relation, fits = true): AnalyticsStore => {
  const store = createMemoryStore()
  const replaced = (relation: Relation): Relation =>
    relation.kind === 'operator' && relation.operator === 'newest' ? form(relation) : relation
  return {
    ...store,
    engine: 'lake',
    native: new Set([...store.native, 'newest']),
    fits: ({ operator }) => fits || operator !== 'newest',
    compile: (workspace, plan, facts) => store.compile(workspace, replaced(plan), facts),
  }
}

t.test('an operator of a third party keeps its laws', async (t) => {
  const { laws, close } = operatorSuite({
    operator: 'gaps',
    plugins: [pace],
    plan: ({ events, random }) =>
      aggregate(gaps(events), random.pick([{}, { event_name: column('event_name') }]), {
        gaps: count(),
        longest: max(column('gap')),
      }),
    runs: 4,
  })
  t.teardown(close)
  t.equal(laws.length, 5)
  t.same(await broken(laws), [])
  t.throws(() => operatorSuite({ operator: 'gap', plan: () => scan('events') }), /unknown operator gap/)
})

t.test('each law of an operator names what breaks it, with the seed', async (t) => {
  t.same(await brokenBy({}, { stores: [withForm(lower)] }), [])
  t.match(await brokenBy({ lower: (given) => (Date.now(), lower(given)) }), [
    /^newest: its lowering is pure: .*reads the clock[^]*repeat it with seed: 20261125$/,
  ])
  let calls = 0
  const fickle = (given: OperatorNode): Relation =>
    ++calls % 2 === 0 ? lower(given) : where(lower(given), equals(column('event_name'), text('open')))
  t.match((await brokenBy({ lower: fickle }))[0], /^newest: its lowering is pure: two lowerings differ of/)
  t.match(await brokenBy({}, { plan: () => scan('links') }), [
    /^newest: its lowering is pure: no plan has a node of it/,
  ])

  const wrong = withForm((given) => where(lower(given), equals(column('event_name'), text('open'))))
  const words = await brokenBy({}, { stores: [wrong] })
  t.equal(words.length, 2)
  t.match(
    words[1],
    /^newest: lake returns the rows of its lowering \(data set 2 of 2\): native: [^]*repeat it with seed: 20261126$/,
  )
  t.match(await brokenBy({}, { stores: [withForm(lower, false)] }), [
    /^newest: its native form on lake is used: it fits none of the random plans/,
  ])
})
