import t from 'tap'
import {
  aggregate,
  column,
  count,
  derive,
  literal,
  scan,
  select,
  union,
  where,
  type Relation,
} from '../../contract/index.js'
import { optimize, type Rule } from './optimizer.js'

const events = scan('events', 0, 1)
const truth = literal(true, 'bool')
const counted = (input: Relation): Relation =>
  aggregate(input, { name: column('event_name') }, { n: count() })

/** Drops conditions that are always true. */
const dropTruth: Rule<{ readonly on: boolean }> = {
  name: 'drop-truth',
  at: 'every-node',
  apply: (node, { on }) => (on && node.kind === 'where' && node.condition === truth ? node.input : null),
}

t.test('rules run in order, each on the result of the previous one', (t) => {
  const seen: string[] = []
  const noting = (name: string): Rule<unknown> => ({
    name,
    at: 'root',
    apply(node) {
      seen.push(`${name} sees ${node.kind}`)
      return node.kind === 'aggregate' ? where(node, truth) : null
    },
  })
  const { plan, fired } = optimize(counted(events), [noting('a'), noting('b')], null)
  t.strictSame(seen, ['a sees aggregate', 'b sees where'])
  t.strictSame(
    fired.map(({ rule }) => rule),
    ['a'],
  )
  t.equal(plan, fired[0]?.plan)
  t.end()
})

t.test('a rule for every node runs from the root down and skips nodes it does not apply to', (t) => {
  const deep = counted(where(where(derive(events, { one: literal(1, 'int') }), truth), truth))
  const { plan, fired } = optimize(deep, [dropTruth], { on: true })
  t.equal(fired.length, 1, 'once for the whole plan')
  t.match(plan, { kind: 'aggregate', input: { kind: 'where', input: { kind: 'derive' } } })
  t.equal(
    optimize(deep, [dropTruth], { on: false }).plan,
    deep,
    'the facts decide; an unchanged plan is not copied',
  )
  t.strictSame(optimize(deep, [dropTruth], { on: false }).fired, [])
  t.end()
})

t.test('a relation that occurs twice in the plan remains shared', (t) => {
  const shared = where(events, truth)
  const { plan } = optimize(union(counted(shared), counted(shared)), [dropTruth], { on: true })
  if (plan.kind !== 'union') throw new Error(plan.kind)
  const [first, second] = plan.inputs
  t.match(first, { input: { kind: 'scan' } })
  t.equal(first?.kind === 'aggregate' && first.input, second?.kind === 'aggregate' && second.input)
  t.end()
})

t.test('an error names the rule that changes the columns', (t) => {
  const wrong = (apply: Rule<null>['apply']): Rule<null> => ({ name: 'wrong', at: 'root', apply })
  const plan = counted(events)
  for (const [other, message] of [
    [select(plan, { name: column('name') }), 'rule wrong changed column n from int to none'],
    [
      select(plan, { name: column('name'), n: literal('1', 'text') }),
      'rule wrong changed column n from int to text',
    ],
    [derive(plan, { more: literal(1, 'int') }), 'rule wrong changed column more from none to int'],
  ] as const)
    t.throws(() => optimize(plan, [wrong(() => other)], null), { message })
  const malformed = select(counted(events), { name: column('gone'), n: column('n') })
  t.throws(() => optimize(plan, [wrong(() => malformed)], null), /gone/)
  t.end()
})
