import t from 'tap'
import {
  and,
  callOf,
  column,
  compare,
  equals,
  isIn,
  literal,
  match,
  missing,
  not,
  number,
  or,
  property,
  text,
  type Expr,
} from '../../contract/index.js'
import { isEager, mayPrune } from './eager.js'

const is = (name: string, value = 'x'): Expr => equals(column(name), text(value))
const isPro = equals(property('plan', 'text'), text('pro'))
const isBig = compare('gt', property('amount', 'number'), number(5))
const eager = (...terms: readonly Expr[]): boolean => {
  const tree = or(...terms)
  return tree.kind === 'or' && isEager(tree)
}

t.test('terms that compare what is stored with constants are cheap', (t) => {
  t.ok(eager(is('os'), isPro))
  t.ok(eager(isBig, and(is('os'), not(or(is('country'), isPro)))))
  t.ok(eager(is('os'), isIn(column('country'), ['DE', 'FR'])))
  t.ok(eager(is('os'), missing(column('country'))))
  t.ok(eager(is('os'), match('starts-with', property('plan', 'text'), 'p')))
  t.ok(eager(is('os'), match('contains', column('browser'), 'a')), 'a dictionary is searched once')
  t.end()
})

t.test('terms that search, convert or look in two places are not', (t) => {
  t.notOk(eager(is('os'), match('regex', column('browser'), 'a')))
  t.notOk(eager(is('os'), match('contains', property('plan', 'text'), 'a')))
  t.notOk(eager(is('os'), equals(property('a.b', 'text'), text('x'))))
  t.notOk(eager(is('os'), equals(property('plan', 'label'), text('5'))))
  t.notOk(eager(is('os'), equals(callOf('abs', [property('amount', 'number')]), number(5))))
  t.notOk(eager(is('os'), equals(column('os'), column('browser'))))
  t.notOk(eager(is('os'), and(isPro, equals(property('a.b', 'text'), text('x')))), 'nor with such a part')
  t.notOk(eager(is('os'), literal(true, 'bool')))
  t.end()
})

t.test('a tree of which each branch names the values of one sort key may prune', (t) => {
  t.ok(mayPrune(or(is('event_name', 'a'), and(is('os'), is('event_name', 'b')))))
  t.ok(mayPrune(or(isIn(column('level'), ['error']), match('starts-with', column('level'), 'w'))))
  t.notOk(mayPrune(or(is('event_name'), is('level'))), 'another one in each')
  t.notOk(mayPrune(or(is('event_name'), is('os'))))
  t.notOk(mayPrune(or(is('event_name'), not(is('event_name')))))
  t.notOk(mayPrune(or(is('event_name'), compare('ne', column('event_name'), text('a')))))
  t.notOk(mayPrune(or(is('os', 'a'), is('os', 'b'))), 'no table is sorted by a context column')
  t.end()
})
