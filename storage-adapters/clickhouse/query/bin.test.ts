import t from 'tap'
import * as plan from '../../../contract/index.js'
import type { Expr } from '../../../contract/index.js'
import { compileQuery } from './compile-query.js'

const workspace = { id: 'ws_1', number: 1 }
const { bin, column, shownLabel, tuple } = plan
const hour = 3_600_000
const labelOf = (value: Expr, edges: readonly number[]): Expr => {
  const labels = [...edges, Infinity].map((edge) => `before ${edge}`)
  return shownLabel(bin(value, edges, labels))
}
const compiled = (label: Expr) =>
  compileQuery(workspace, plan.aggregate(plan.scan('events'), { label }, { n: plan.count() }))
const list = (count: number, step: (index: number) => number): readonly number[] =>
  Array.from({ length: count }, (_, index) => step(index))

const amount = plan.property('amount', 'number')
const time = column('timestamp')

t.test('the text of a statement does not grow with the bins of its labels', (t) => {
  const three = (count: number) => {
    const uneven = list(count, (index) => index * hour + (index > 50 ? 1 : 0))
    const label = labelOf(time, uneven)
    const { text, parameters } = compiled(
      tuple(label, labelOf(amount, uneven), labelOf(plan.parseTime(plan.property('due', 'text')), uneven)),
    )
    return { text: text.length, parameters: Object.keys(parameters).length }
  }
  const [few, many] = [three(200), three(400)]
  t.ok(many.text - few.text < 50, `${few.text} and ${many.text} characters`)
  t.strictSame(many.parameters, few.parameters)
  t.end()
})

t.test('few bins are compared, many are searched, and hours are divided', (t) => {
  t.match(compiled(labelOf(amount, list(10, Number))).text, /multiIf\(isNull.* < /)
  t.notMatch(compiled(labelOf(amount, list(10, Number))).text, /roundDown/)
  const searched = compiled(labelOf(amount, list(11, Number))).text
  t.match(searched, /transform\(roundDown\(/)
  t.notMatch(searched, /SELECT \{/, 'a short list needs no subquery')
  const hours = compiled(
    labelOf(
      time,
      list(500, (index) => index * hour),
    ),
  ).text
  t.match(hours, /intDiv\(\(toUnixTimestamp64Milli\(t0.timestamp\) - \{p\d+:Int64\}\), 3600000\), 500\)/)
  t.match(hours, /\(\s*SELECT \{p\d+:Array\(String\)\}\s*\)/)
  t.notMatch(hours, /roundDown|CASE/)
  t.end()
})

t.test('a long value is named once for each time that its label is', (t) => {
  const label = labelOf(
    plan.parseTime(plan.property('due', 'text')),
    list(500, (index) => index * hour),
  )
  // In SELECT and in GROUP BY.
  t.equal(compiled(label).text.split('extractGroups').length - 1, 2)
  t.end()
})
