import t from 'tap'
import * as plan from '../../../../core/contract/index.js'
import type { Expr, Relation } from '../../../../core/contract/index.js'
import { propertyKey } from '../../../sql/required-columns.js'
import { columnNameOf } from '../../promoted/columns.js'
import { compileQuery } from '../compile-query.js'
import { readPromotedColumns } from './read-promoted-columns.js'

const workspace = { id: 'ws_1', number: 1 }
const label = plan.property('plan', 'label')
const key = propertyKey(label as Extract<Expr, { kind: 'property' }>)
const column = columnNameOf(key) ?? ''
const promoted = new Map([[key, column]])
const events = plan.scan('events', 0, 86_400_000)
const counted = (rows: Relation, by: Expr): Relation =>
  plan.aggregate(rows, { by }, { n: plan.countDistinct(plan.column('person')) })

/** Plans, and whether they read the promoted column. */
const plans: readonly (readonly [string, Relation, boolean])[] = [
  ['a breakdown', counted(events, label), true],
  [
    'a filter',
    counted(plan.where(events, plan.equals(label, plan.text('pro'))), plan.column('country')),
    true,
  ],
  ['the same property in another form', counted(events, plan.property('plan', 'text')), false],
  ['another property', counted(events, plan.property('price', 'label')), false],
  ['no property', counted(events, plan.column('country')), false],
  [
    'an attribute of logs of the same name',
    plan.aggregate(
      plan.scan('logs', 0, 1),
      { by: plan.property('plan', 'label', 'message') },
      { n: plan.count() },
    ),
    false,
  ],
]

t.test('a property with a column of its own is read from it, and from JSON without the rule', (t) => {
  for (const [name, asked, reads] of plans) {
    const query = compileQuery(workspace, asked, { promoted })
    const fired = query.rules?.includes(readPromotedColumns.name)
    t.equal(fired, reads, name)
    t.equal(query.text.includes(column), reads, name)
    t.equal(query.properties.promoted, reads, name)
    const plain = compileQuery(workspace, asked)
    const without = compileQuery(workspace, asked, { promoted, withoutRules: [readPromotedColumns.name] })
    t.equal(without.text, plain.text, `${name}: without the rule`)
    t.equal(query.text === plain.text, !reads, `${name}: nothing else changes`)
  }
  t.end()
})
