import t from 'tap'
import * as plan from '../../../contract/index.js'
import type { CallName, Expr, Relation } from '../../../contract/index.js'
import { callFunction } from '../../memory/calls.js'
import { optimize } from '../optimizer.js'
import { dropInnerBounds } from './drop-inner-bounds.js'

const { callOf } = plan
const amount = plan.property('amount', 'number')
const bounded = callOf('bounded', [amount])
const constant = (value: number): Expr => plan.literal(value, 'float')
const summed = (value: Expr): Relation =>
  plan.aggregate(plan.scan('events', 0, 1), {}, { value: plan.sum(value) })
const isDropped = (value: Expr): boolean => optimize(summed(value), [dropInnerBounds], null).fired.length > 0

/** The function, the constant, whether it is the first operand, and whether the inner limit is dropped. */
const table: readonly (readonly [CallName, number, boolean, boolean])[] = [
  ['times', 2, false, true],
  ['times', -1, true, true],
  ['times', 0.5, false, false],
  ['times', 0, false, false],
  ['plus', 5, false, true],
  ['plus', 1e279, true, true],
  ['plus', 1e299, false, false],
  ['minus', 5, false, true],
  ['minus', 0, true, true],
  ['minus', -1e299, false, false],
  ['over', 0.5, false, true],
  ['over', -1, false, true],
  ['over', 2, false, false],
  ['over', 0, false, false],
  ['over', 1, true, false],
  ['remainder', 2, false, false],
]
/** Around the limit, and far from it. */
const numbers = [
  1, -3.5, 9.999999999999998e299, 1e300, 1.0000000000000002e300, -1e300, 1e305, 1.7e308, -1.7e308, 0,
]

t.test('the limit of an operand is dropped where the result has the same one', (t) => {
  for (const [fn, value, first, dropped] of table) {
    const args = (operand: Expr): readonly Expr[] =>
      first ? [constant(value), operand] : [operand, constant(value)]
    const why = `${fn} ${value}`
    t.equal(isDropped(callOf(fn, args(bounded))), dropped, why)
    if (!dropped) continue
    t.strictSame(
      optimize(summed(callOf(fn, args(bounded))), [dropInnerBounds], null).plan,
      summed(callOf(fn, args(amount))),
      why,
    )
    const [limit, calculate] = [callFunction('bounded', []), callFunction(fn, [])]
    for (const number of numbers) {
      const inner = limit([number])
      const kept = inner === null ? null : calculate(first ? [value, inner] : [inner, value])
      t.equal(calculate(first ? [value, number] : [number, value]), kept, `${why} of ${number}`)
    }
  }
  t.end()
})

t.test('other operands keep it', (t) => {
  t.equal(isDropped(callOf('times', [bounded, bounded])), false, 'two properties')
  t.equal(isDropped(callOf('times', [amount, constant(2)])), false, 'no limit')
  const nested = callOf('plus', [callOf('times', [bounded, constant(2)]), constant(1)])
  t.equal(isDropped(nested), true, 'inside another function')
  t.end()
})
