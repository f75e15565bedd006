import t from 'tap'
import {
  aggregate,
  column,
  compare,
  count,
  literal,
  scan,
  where,
  type Relation,
} from '../../../contract/index.js'
import { compileQuery } from './compile-query.js'
import { compiledPlans } from './compiled-plans.js'

const one = { id: 'one', number: 1 }
const none = { generation: null, snapshot: null, persons: null, promoted: undefined }

function counted(): { readonly compiled: ReturnType<typeof compiledPlans>; readonly times: () => number } {
  let times = 0
  const compiled = compiledPlans((workspace, plan) => {
    times += 1
    return compileQuery(workspace, plan)
  })
  return { compiled, times: () => times }
}

const atLeast = (least: number): Relation =>
  aggregate(
    where(scan('metrics'), compare('gte', column('value'), literal(least, 'float'))),
    {},
    { n: count() },
  )

t.test('an equal plan is compiled once, by the same facts', (t) => {
  const { compiled, times } = counted()
  const first = compiled(one, atLeast(0), none)
  t.equal(compiled(one, atLeast(0), { ...none }), first)
  t.equal(times(), 1)
  compiled({ id: 'other', number: 2 }, atLeast(0), none)
  t.equal(times(), 2, 'another workspace')
  compiled(one, atLeast(0), { ...none, promoted: new Map() })
  t.equal(times(), 3, 'other facts')
  t.not(compiled(one, atLeast(0), none), first, 'the latest facts are those that are kept')
  t.end()
})

t.test('plans that differ are compiled each, also where JSON is the same', (t) => {
  const { compiled, times } = counted()
  for (const least of [0, -0, Infinity, -Infinity, NaN]) compiled(one, atLeast(least), none)
  t.equal(times(), 5)
  const [zero, minus] = [0, -0].map((least) => Object.values(compiled(one, atLeast(least), none).parameters))
  t.ok(zero?.some((value) => Object.is(value, 0)))
  t.ok(minus?.some((value) => Object.is(value, -0)))
  t.equal(times(), 5)
  t.end()
})
