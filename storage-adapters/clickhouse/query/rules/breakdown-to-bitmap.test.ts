import t from 'tap'
import * as plan from '../../../../contract/index.js'
import type { BreakdownOptions, Expr, Relation } from '../../../../contract/index.js'
import { personsByDimensionOperator } from '../../../sql/persons-by-dimension.js'
import { rollupSet } from '../../views/rollups/tables.js'
import { compileQuery } from '../compile-query.js'
import { breakdownToBitmap } from './breakdown-to-bitmap.js'

const day = 86_400_000
const from = Date.UTC(2024, 0, 1)
const { column } = plan
const edges = Array.from({ length: 8 }, (_, index) => from + index * day)
const persons = plan.countDistinct(column('person'))
const labelled = (label: Expr, start = from, end = from + 7 * day): Relation =>
  plan.derive(plan.scan('events', start, end), { label })
const byCountry = labelled(column('country'))
const split = (options: Partial<BreakdownOptions> = {}, rows = byCountry): Relation =>
  plan.breakdown(rows, { edges, measure: persons, limit: 25, ...options })

/** Breakdowns, whether they are compiled as bitmaps, and the rule that others are compiled by, if they are not lowered. */
const table: readonly (readonly [string, Relation, boolean, string?])[] = [
  ['persons by day', split(), true],
  ['persons by day, of two labels', split({ names: ['DE', 'FR'] }), true],
  ['by a property', split({}, labelled(plan.property('plan', 'label'))), true],
  [
    'by two fields',
    split({}, labelled(plan.tuple(plan.shownLabel(column('country')), plan.shownLabel(column('os'))))),
    true,
  ],
  ['by bins', split({}, labelled(plan.bin(plan.property('n', 'number'), [0, 10], ['a', 'b', 'c']))), true],
  ['a part of the first day', split({}, labelled(column('country'), from + 1000)), true],
  ['events', split({ measure: plan.count() }), false, 'breakdown-to-lists'],
  ['sessions', split({ measure: plan.countDistinct(column('session')) }), false],
  ['rows before the first bucket', split({}, labelled(column('country'), from - 1)), false],
  ['rows after the last bucket', split({}, labelled(column('country'), from, from + 8 * day)), false],
  [
    'four days',
    split({ edges: edges.slice(0, 5) }, labelled(column('country'), from, from + 4 * day)),
    false,
  ],
  ['hours', split({ edges: Array.from({ length: 169 }, (_, hour) => from + hour * 3_600_000) }), false],
  ['a label that asks for the person of each row', split({}, labelled(column('user_id'))), false],
]

const workspace = { id: 'ws_1', number: 1 }
/** Filters the rules that decide how a breakdown is compiled. */
const deciding = (rules: readonly string[] = []): readonly string[] =>
  rules.filter((rule) => rule.includes('breakdown') || rule === 'match-views')
const rulesOf = (relation: Relation): readonly string[] => deciding(compileQuery(workspace, relation).rules)

t.test('a breakdown of persons becomes a bitmap by its options, no other does', (t) => {
  for (const [name, relation, isBitmap, other = 'lower-breakdown'] of table) {
    const node = breakdownToBitmap.apply(relation, {})
    const operator = node?.kind === 'operator' ? node.operator : null
    t.equal(operator, isBitmap ? personsByDimensionOperator : null, name)
    t.strictSame(rulesOf(relation), [isBitmap ? 'breakdown-to-bitmap' : other], name)
  }
  t.end()
})

t.test('column names do not matter: the same plan built by hand is unchanged', (t) => {
  const lowered = plan.breakdownOperator.lower(split() as plan.OperatorNode)
  t.strictSame(rulesOf(lowered), [])
  const under = plan.select(split(), { at: column('bucket'), of: column('dimension'), n: column('value') })
  t.strictSame(rulesOf(under), ['breakdown-to-bitmap'], 'inside a plan with other column names')
  t.end()
})

t.test('without the rules its lowering is compiled', (t) => {
  const compiled = (relation: Relation, ...withoutRules: readonly string[]) => {
    const { text, parameters } = compileQuery(workspace, relation, { withoutRules })
    return { text, parameters }
  }
  for (const relation of [split(), split({ measure: plan.count() })]) {
    const lowered = compiled(plan.breakdownOperator.lower(relation as plan.OperatorNode))
    t.strictSame(compiled(relation, 'breakdown-to-bitmap', 'breakdown-to-lists'), lowered)
  }
  t.end()
})

t.test('a view answers both the rows and which labels are kept', (t) => {
  const { text, rules, reads } = compileQuery(workspace, split(), { views: rollupSet(1) })
  t.strictSame(deciding(rules), ['breakdown-to-bitmap', 'match-views'])
  t.strictSame(reads, ['device_slots'])
  t.equal(text.split('mergeTreeProjection(').length - 1, 2)
  t.notMatch(text, '.events_v1')
  t.end()
})
