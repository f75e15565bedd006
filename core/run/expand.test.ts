import t from 'tap'
import {
  ascending,
  column,
  presence,
  scan,
  select,
  sort,
  spine,
  where,
  union,
  join,
  literal,
  builtInOperators,
  type OperatorDefinition,
  type OperatorNode,
  type Relation,
} from '../../contract/index.js'
import { expand } from './expand.js'

const node = (operator: string, inputs: readonly Relation[], options: unknown = null): OperatorNode => ({
  kind: 'operator',
  operator,
  inputs,
  options,
  columns: { n: 'int' },
})
const operatorsOf = (...given: readonly OperatorDefinition[]): ReadonlyMap<string, OperatorDefinition> =>
  new Map([...builtInOperators, ...given].map((operator) => [operator.name, operator]))

/** The names of all operators left in a plan. */
function operatorsIn(plan: Relation): readonly string[] {
  const found = [...JSON.stringify(plan).matchAll(/"operator":"([\w-]+)"/g)]
  return found.map(([, name]) => name ?? '')
}

t.test('expand lowers what is not native, wherever it stands', (t) => {
  const outer: OperatorDefinition = {
    name: 'outer',
    lower: ({ inputs: [input] }) => where(node('inner', [input ?? spine('n', 1)]), literal(true, 'bool')),
  }
  const inner: OperatorDefinition = { name: 'inner', lower: ({ inputs: [input] }) => input ?? spine('n', 1) }
  const operators = operatorsOf(outer, inner)
  const plan = union(
    sort(node('outer', [node('inner', [spine('n', 2)])]), [ascending(column('n'))]),
    join('inner', node('inner', [spine('n', 3)]), select(node('outer', []), {}), []),
  )
  t.same(operatorsIn(expand(plan, { native: new Set() }, operators)), [])
  t.same(operatorsIn(expand(plan, { native: new Set(['inner']) }, operators)), [
    'inner',
    'inner',
    'inner',
    'inner',
  ])
  t.equal(
    expand(plan, { native: new Set(['inner', 'outer']) }, operators),
    plan,
    'what nothing changes in is the same plan',
  )

  const lowered = expand(
    presence(scan('events'), { windows: [{ from: 0, to: 1 }], by: [] }),
    { native: new Set() },
    operators,
  )
  t.same(operatorsIn(lowered), [])
  t.throws(
    () => expand(node('none', []), { native: new Set() }, operators),
    /unknown operator "none"; use one of presence/,
  )
  const endless: OperatorDefinition = { name: 'endless', lower: () => node('endless', []) }
  t.throws(
    () => expand(node('endless', []), { native: new Set() }, operatorsOf(endless)),
    /endless does not terminate/,
  )
  const shared = node('outer', [spine('n', 1)])
  const twice = expand(union(shared, shared), { native: new Set() }, operators)
  t.ok(twice.kind === 'union' && twice.inputs[0] === twice.inputs[1], 'what stands twice stays one')
  t.end()
})
