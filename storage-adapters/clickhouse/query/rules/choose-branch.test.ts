import { ClickHouseError } from '@clickhouse/client'
import t from 'tap'
import * as plan from '../../../../contract/index.js'
import type { AnalyticsStore, Expr, Relation, Row } from '../../../../contract/index.js'
import { optimize } from '../../../sql/optimizer.js'
import { answerFromBranches, chooseBranchForm, lastBranches } from '../branch-forms.js'
import { compileQuery, type ClickHouseQuery } from '../compile-query.js'
import { branchesOf, chooseBranch } from './choose-branch.js'

const workspace = { id: 'ws_1', number: 1 }
const { column, text } = plan
const points = plan.where(plan.scan('metrics', 0, 86_400_000), plan.equals(column('name'), text('cpu')))
const values = (type: string): Relation =>
  plan.aggregate(
    plan.where(points, plan.equals(column('type'), text(type))),
    {},
    { value: plan.sum(column('value')) },
  )
const branch = (type: string, made: Expr = text(type)): Relation =>
  plan.select(plan.derive(values(type), { type: made }), { value: column('value'), type: column('type') })
const both = plan.union(branch('gauge'), branch('counter'))
const latestOf = (value: Expr, ...order: readonly Expr[]): Relation =>
  plan.aggregate(points, {}, { latest: plan.last(value, ...order) })
const latest = latestOf(column('type'), column('timestamp'), column('seq'))
const chosen = (left: Relation, right = latest): Relation =>
  plan.select(plan.join('inner', left, right, [{ left: 'type', right: 'latest' }]), {
    value: column('value'),
  })
const asked = chosen(both)

t.test('one branch remains if its value is the only one', (t) => {
  const { plan: gauges, fired } = optimize(asked, [chooseBranch], { branch: 'gauge' })
  t.same(
    fired.map(({ rule }) => rule),
    ['choose-branch'],
  )
  t.strictSame(gauges, plan.select(branch('gauge'), { value: column('value') }))
  t.equal(optimize(asked, [chooseBranch], { branch: 'histogram' }).plan, asked, 'there is no such branch')
  t.strictSame(branchesOf(asked)?.values, plan.aggregate(points, { value: column('type') }, {}))
  t.end()
})

t.test('other joins have no branches', (t) => {
  const none = (relation: Relation, name: string) => t.equal(branchesOf(relation), null, name)
  none(chosen(plan.union(branch('gauge'), branch('gauge'))), 'two branches of one value')
  none(chosen(plan.union(branch('gauge'), branch('counter', plan.coalesce(text('counter'))))), 'no literal')
  none(chosen(both, latestOf(column('type'), column('value'))), 'the order may be null')
  none(chosen(both, latestOf(plan.coalesce(column('type'), text('')), column('timestamp'))), 'no column')
  none(
    plan.join('left', both, latest, [{ left: 'type', right: 'latest' }]),
    'rows without a match remain in a left join',
  )
  const counted = plan.select(values('counter'), { value: plan.number(1), type: text('counter') })
  none(chosen(plan.union(branch('gauge'), counted)), 'the union casts its inputs')
  t.end()
})

t.test('the statement that answers', async (t) => {
  const query = compileQuery(workspace, asked)
  const { branches } = query
  if (branches === null) throw new Error('no branches')
  t.match(query.text, 'UNION ALL')
  t.match(branches.values.text, /GROUP BY \S+type$/)
  const gauge = branches.of.get('gauge')
  t.same(gauge?.rules?.[0], 'choose-branch')
  t.notMatch(gauge?.text, 'UNION ALL')
  t.same(gauge?.columns, query.columns)

  const found = (...types: readonly (string | null)[]): AnalyticsStore['run'] => {
    const rows: readonly Row[] = types.map((value) => ({ value }))
    return () => Promise.resolve(rows)
  }
  const limits = { timeMs: 1, memoryBytes: 1, rows: 1 }
  const answers = (...types: readonly (string | null)[]) =>
    chooseBranchForm(branches, { ask: found(...types), limits, signal: undefined })
  t.equal(await answers('gauge'), gauge)
  t.equal(await answers('gauge', 'counter'), null, 'the latest decides')
  t.equal(await answers(), null)
  t.equal(await answers(null), null)
  t.equal(await answers('histogram'), null)

  t.equal(compileQuery(workspace, asked, { withoutRules: ['choose-branch'] }).branches, null)
})

const cpu = plan.where(plan.scan('metrics', 0, 86_400_000), plan.equals(column('name'), text('cpu')))

/** A branch that has no rows where the metric has none, unless its sets have a total. */
const byDay = (type: string, sets: readonly (readonly string[])[] | null): Relation =>
  plan.select(
    plan.aggregate(
      plan.where(cpu, plan.equals(column('type'), text(type))),
      { bucket: plan.bucket(column('timestamp'), [0, 86_400_000]) },
      { value: plan.sum(column('value')) },
      sets,
    ),
    { value: column('value'), type: text(type) },
  )

/** What the service asks, in turn, of an engine that holds points of these types. */
function asking(all: ClickHouseQuery) {
  const { branches } = all
  if (branches === null) throw new Error('no branches')
  const last = lastBranches()
  const statements = new Map([
    [branches.values.text, 'values'],
    [all.text, 'all'],
  ])
  for (const [type, { text }] of branches.of) statements.set(text, String(type))
  for (const [type, guess] of branches.guesses) statements.set(guess().text, `${String(type)}?`)
  return async (
    types: readonly string[],
    rows: readonly Row[] = [],
  ): Promise<readonly (string | number)[]> => {
    const asked: string[] = []
    const ask: AnalyticsStore['run'] = ({ text }) => {
      const name = statements.get(text) ?? 'another'
      asked.push(name)
      if (name === 'values') return Promise.resolve(types.map((value) => ({ value })))
      if (name.endsWith('?') && types.some((type) => `${type}?` !== name)) return Promise.reject(thrown)
      return Promise.resolve(types.length === 0 && name === 'all' ? [] : rows)
    }
    const found = await answerFromBranches(branches, all, { ask, limits: noLimits, signal: undefined, last })
    return [found.length, ...asked]
  }
}
const noLimits = { timeMs: 1, memoryBytes: 1, rows: 1 }
const thrown = new ClickHouseError({
  code: '395',
  message: 'thrown',
  type: 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO',
})
const days: readonly Row[] = [{ bucket: 0 }, { bucket: 1 }]

t.test('the last value is a guess that the statement checks', async (t) => {
  const all = compileQuery(workspace, chosen(plan.union(byDay('gauge', null), branch('counter'))))
  const guesses = all.branches?.guesses ?? new Map<string, () => ClickHouseQuery>()
  t.same([...guesses.keys()], ['gauge'], 'the sum of no counters is a row')
  const guess = guesses.get('gauge')
  t.equal(guess?.(), guess?.(), 'compiled once')
  t.match(
    guess?.().text,
    /name = \{p\d:String\}\) AND NOT throwIf\(.*name = \{p\d:String\}\) AND \S+type != \{p\d:String\}\)/,
  )
  t.notMatch(guess?.().text, /type = /)

  const ask = asking(all)
  t.same(await ask(['gauge'], days), [2, 'values', 'gauge'])
  t.same(await ask(['gauge'], days), [2, 'gauge?'])
  t.same(await ask(['gauge', 'counter'], days), [2, 'gauge?', 'values', 'all'], 'another one has come since')
  t.same(await ask(['gauge', 'counter'], days), [2, 'values', 'all'], 'and the guess is forgotten')
  t.same(await ask(['counter'], days), [2, 'values', 'counter'])
  t.same(await ask(['counter'], days), [2, 'values', 'counter'], 'a row of nothing needs its value')
})

t.test('another error of the guess stays', async (t) => {
  const all = compileQuery(workspace, chosen(plan.union(byDay('gauge', null), branch('counter'))))
  const { branches } = all
  if (branches === null) throw new Error('no branches')
  const last = lastBranches()
  last.set(branches.values, 'gauge')
  const ask: AnalyticsStore['run'] = () => Promise.reject(new Error('lost'))
  await t.rejects(
    answerFromBranches(branches, all, { ask, limits: noLimits, signal: undefined, last }),
    /lost/,
  )
  t.equal(last.get(branches.values), 'gauge')
})

t.test('only the condition that the check replaces may be missing', (t) => {
  const guessesOf = (relation: Relation) => [
    ...(branchesOf(chosen(plan.union(relation, branch('counter'))))?.guesses.keys() ?? []),
  ]
  const grouped = (rows: Relation): Relation =>
    plan.select(
      plan.aggregate(
        rows,
        { bucket: plan.bucket(column('timestamp'), [0, 1]) },
        { value: plan.sum(column('value')) },
      ),
      { value: column('value'), type: text('gauge') },
    )
  const isGauge = plan.equals(column('type'), text('gauge'))
  const isHost = plan.equals(column('service'), text('a'))
  t.same(guessesOf(grouped(plan.where(cpu, isGauge))), ['gauge'])
  t.same(guessesOf(grouped(plan.where(cpu, plan.and(isHost, isGauge)))), ['gauge'], 'others stay')
  t.same(guessesOf(grouped(cpu)), [], 'a branch of all types')
  t.same(guessesOf(grouped(plan.where(plan.scan('metrics', 0, 86_400_000), isGauge))), [], 'of all metrics')
  t.end()
})

t.test('a guess is not enough for the total of nothing', async (t) => {
  const all = compileQuery(workspace, chosen(plan.union(byDay('gauge', [['bucket'], []]), branch('counter'))))
  const ask = asking(all)
  const total = { value: 3 }
  t.same(await ask([], [total]), [0, 'values', 'all'])
  t.same(await ask(['gauge'], [...days, total]), [3, 'values', 'gauge'])
  t.same(await ask(['gauge'], [...days, total]), [3, 'gauge?'])
  t.same(await ask([], [total]), [0, 'gauge?', 'values', 'all'])
  t.same(await ask(['gauge'], [total]), [1, 'gauge?', 'values'], 'the one row of one group')
})

t.test('the values of as many statements are remembered', (t) => {
  const { branches } = compileQuery(workspace, asked)
  if (branches === null) throw new Error('no branches')
  const last = lastBranches()
  const named = (name: string) => ({ ...branches.values, parameters: { p0: 0, p1: name } })
  last.set(named('cpu'), 'gauge')
  t.equal(last.get({ ...named('cpu'), parameters: { p0: 1, p1: 'cpu' } }), 'gauge', 'of any range')
  t.equal(last.get(named('memory')), undefined)
  t.equal(last.get({ ...named('cpu'), workspace: { id: 'ws_2', number: 2 } }), undefined)
  for (let at = 0; at < 1_000; at++) last.set(named(`name ${at}`), 'counter')
  t.equal(last.get(named('cpu')), undefined)
  t.equal(last.get(named('name 0')), 'counter')
  t.end()
})
