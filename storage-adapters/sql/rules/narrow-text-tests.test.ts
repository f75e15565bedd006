import t, { type Test } from 'tap'
import * as plan from '../../../contract/index.js'
import type { Expr, Relation } from '../../../contract/index.js'
import { optimize } from '../optimizer.js'
import { narrowTextTests, type NarrowFacts } from './narrow-text-tests.js'

const { callOf, property, text } = plan
const label = property('plan', 'label')
const strings = property('plan', 'text')
const upper = (value: Expr, from = 'ıſé', to = 'ISÉ'): Expr => callOf('upper', [value], from, to)
const lower = (value: Expr): Expr => callOf('lower', [value], 'ÉK', 'ék')
const trim = (value: Expr): Expr => callOf('trim', [value])

const rowsOf = (condition: Expr): Relation =>
  plan.aggregate(plan.where(plan.scan('events', 0, 1), condition), {}, { n: plan.count() })
const after = (condition: Expr, facts: NarrowFacts = {}) =>
  optimize(rowsOf(condition), [narrowTextTests], facts)
const becomes = (t: Test, before: Expr, expected: Expr, why: string): void =>
  void t.strictSame(after(before).plan, rowsOf(expected), why)
const stays = (t: Test, before: Expr, why: string): void => void t.equal(after(before).fired.length, 0, why)

t.test('a text that no number and no boolean becomes is looked for in strings alone', (t) => {
  const plain = (value: Expr): Expr => upper(value, '', '')
  becomes(t, plan.equals(upper(label), text('PRO')), plan.equals(plain(strings), text('PRO')), 'equals')
  becomes(t, plan.equals(upper(label), text('FREE')), plan.equals(plain(strings), text('FREE')), 'no word')
  becomes(t, plan.isIn(upper(label), ['PRO', 'A1']), plan.isIn(plain(strings), ['PRO', 'A1']), 'one of')
  becomes(
    t,
    plan.match('contains', trim(label), 'p'),
    plan.match('contains', trim(strings), 'p'),
    'a part of it',
  )
  becomes(
    t,
    plan.not(plan.equals(trim(lower(label)), text('pro'))),
    plan.not(plan.equals(trim(lower(strings)), text('pro'))),
    'below a function, and negated',
  )
  const site = (value: Expr): Expr => callOf('regex-extract', [value], '//([^/]+)')
  becomes(t, plan.equals(site(label), text('x.org')), plan.equals(site(strings), text('x.org')), 'a domain')
  t.end()
})

t.test('a text that one of them may become is looked for in all of them', (t) => {
  const parted = (value: Expr): Expr => callOf('split-part', [value], '.', 1)
  const replaced = (value: Expr): Expr => callOf('replace', [value], '5', 'pro')
  for (const [value, why] of [
    ['5', 'a number'],
    ['-1.5e+21', 'a small number'],
    ['', 'nothing'],
    ['true', 'a boolean'],
    ['NaN', 'no number'],
  ] as const)
    stays(t, plan.equals(trim(label), text(value)), why)
  stays(t, plan.equals(parted(label), text('15')), 'a part of a number')
  stays(t, plan.equals(parted(label), text('tru')), 'letters of a boolean')
  stays(t, plan.equals(replaced(label), text('pro')), 'what replaces a digit')
  stays(t, plan.isIn(trim(label), ['pro', '5']), 'one of them')
  stays(t, plan.match('starts-with', trim(label), 'fal'), 'the start of a boolean')
  stays(t, plan.match('ends-with', trim(label), '0'), 'the end of a number')
  stays(t, plan.match('regex', trim(label), 'pro'), 'a pattern')
  stays(t, plan.compare('ne', trim(label), text('pro')), 'numbers differ from it')
  stays(t, plan.compare('gt', trim(label), text('pro')), 'an order')
  stays(t, plan.equals(label, text('pro')), 'no function')
  stays(t, plan.equals(trim(plan.column('country')), text('DE')), 'no property')
  stays(t, plan.equals(callOf('concat', [label, text('a')]), text('5a')), 'a function of several texts')
  t.end()
})

t.test('the pairs of letters that the texts have remain', (t) => {
  const country = plan.column('country')
  const kept = (value: string, from: string, to: string, why: string): void =>
    becomes(
      t,
      plan.equals(upper(country), text(value)),
      plan.equals(upper(country, from, to), text(value)),
      why,
    )
  kept('PRO', '', '', 'none')
  kept('SIX', 'ıſ', 'IS', 'of which they have the result')
  kept('É', 'é', 'É', 'beyond ASCII')
  kept('é', 'é', 'É', 'of which they have the letter: no result has it')
  stays(t, plan.isIn(upper(country), ['SÉ', 'I']), 'all')
  stays(t, plan.match('regex', upper(country), 'P'), 'a pattern')
  t.end()
})

t.test('a label with a typed column is read from it', (t) => {
  const promoted = new Map([['events_v1 properties label plan', 'c']])
  const asked = plan.equals(upper(label), text('PRO'))
  t.strictSame(
    after(asked, { promoted }).plan,
    rowsOf(plan.equals(upper(label, '', ''), text('PRO'))),
    'the letters are fewer',
  )
  t.end()
})
