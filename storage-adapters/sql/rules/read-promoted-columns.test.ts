import t from 'tap'
import * as plan from '../../../contract/index.js'
import type { Expr, Relation } from '../../../contract/index.js'
import { propertyKey } from '../required-columns.js'
import { storedKey, type JsonTable } from '../promoted/columns.js'
import { readPromotedColumns } from './read-promoted-columns.js'
import { clickhouseColumns } from '../../clickhouse/promoted/columns.js'
import { compileQuery } from '../../clickhouse/query/compile-query.js'

const workspace = { id: 'ws_1', number: 1 }
const label = plan.property('plan', 'label')
const keyIn = (table: JsonTable, column: string): string =>
  storedKey(table, propertyKey(plan.property('plan', 'label', column) as Extract<Expr, { kind: 'property' }>))
const key = keyIn('events_v1', 'properties')
const column = clickhouseColumns.columnNameOf(key) ?? ''
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

/** Sources beside events, their tables and their JSON columns. */
const others = [
  ['logs', 'logs_v1', 'message'],
  ['traits', 'traits_v1', 'traits'],
  ['contexts', 'context_v1', 'properties'],
  ['metrics', 'metrics_v1', 'labels'],
  ['metric_buckets', 'metrics_v1', 'labels'],
] as const

t.test('every source with a JSON column reads the columns of its own table', (t) => {
  for (const [source, table, json] of others) {
    const by = plan.property('plan', 'label', json)
    const asked = plan.aggregate(plan.scan(source), { by }, { n: plan.count() })
    const own = keyIn(table, json)
    const name = clickhouseColumns.columnNameOf(own) ?? ''
    const query = compileQuery(workspace, asked, { promoted: new Map([[own, name]]) })
    t.same(query.properties, { keys: [own], promoted: true }, source)
    t.ok(query.text.includes(name), source)
    t.equal(
      compileQuery(workspace, asked, { promoted }).properties.promoted,
      false,
      `${source}: a column of events`,
    )
  }
  t.end()
})

t.test('a column of events is not read from contexts, whose property has the same key', (t) => {
  const both = plan.union(
    plan.select(events, { by: label }),
    plan.select(plan.scan('contexts'), { by: label }),
  )
  const { text, properties } = compileQuery(workspace, both, { promoted })
  t.equal(text.split(column).length, 2, 'read once')
  t.same([...properties.keys].sort(), [keyIn('context_v1', 'properties'), key].sort())
  t.end()
})
