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
  type AnalyticsStore,
  type CompiledQuery,
  type OperatorDefinition,
  type OperatorNode,
  type Relation,
  type Row,
} from '../contract/index.js'
import { builtInOperators } from '../contract/index.js'
import { expand } from './expand.js'
import { withDataVersions } from './data-versions.js'
import { createRunner, type Runner } from './run-plan.js'

const node = (operator: string, inputs: readonly Relation[], options: unknown = null): OperatorNode => ({
  kind: 'operator',
  operator,
  inputs,
  options,
  columns: { n: 'int' },
})
const operatorsOf = (...given: readonly OperatorDefinition[]): ReadonlyMap<string, OperatorDefinition> =>
  new Map([...builtInOperators, ...given].map((operator) => [operator.name, operator]))

/** Every operator that is left in a plan. */
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
  t.same(operatorsIn(expand(plan, new Set(), operators)), [])
  t.same(operatorsIn(expand(plan, new Set(['inner']), operators)), ['inner', 'inner', 'inner', 'inner'])
  t.equal(
    expand(plan, new Set(['inner', 'outer']), operators),
    plan,
    'what nothing changes in is the same plan',
  )

  const lowered = expand(
    presence(scan('events'), { windows: [{ from: 0, to: 1 }], by: [] }),
    new Set(),
    operators,
  )
  t.same(operatorsIn(lowered), [])
  t.throws(() => expand(node('none', []), new Set(), operators), /unknown operator none; known are presence/)
  const endless: OperatorDefinition = { name: 'endless', lower: () => node('endless', []) }
  t.throws(() => expand(node('endless', []), new Set(), operatorsOf(endless)), /endless never ends/)
  const shared = node('outer', [spine('n', 1)])
  const twice = expand(union(shared, shared), new Set(), operators)
  t.ok(twice.kind === 'union' && twice.inputs[0] === twice.inputs[1], 'what stands twice stays one')
  t.end()
})

interface Run {
  readonly query: CompiledQuery
  readonly signal: AbortSignal
  answer(rows: readonly Row[]): void
  fail(error: Error): void
}

/** A runner over a store whose runs the test ends. */
function gatedRunner(): { runner: Runner; runs: Run[]; outcomes: string[]; append(): Promise<void> } {
  const runs: Run[] = []
  const outcomes: string[] = []
  const analytics = withDataVersions({
    native: new Set<string>(),
    compile: (workspace, plan) => ({
      workspace,
      text: JSON.stringify(plan),
      parameters: { big: 1n },
      columns: {},
    }),
    run: (query, _, signal) =>
      new Promise((answer, fail) => {
        if (signal === undefined) throw new Error('a run has a signal')
        runs.push({ query, signal, answer, fail })
      }),
    append: () => Promise.resolve(),
  } as Partial<AnalyticsStore> as AnalyticsStore)
  const silent = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
  }
  const runner = createRunner({
    analytics,
    operators: operatorsOf(),
    limits: { timeMs: 1, memoryBytes: 1, rows: 1 },
    log: silent,
    observer: { started: () => outcomes.push('started'), ended: (outcome) => outcomes.push(outcome) },
  })
  const nothing = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }
  return { runner, runs, outcomes, append: () => analytics.append(one, nothing) }
}

const one = { id: 'ws_1', number: 1 }
const two = { id: 'ws_2', number: 2 }

t.test('identical questions share a run', async (t) => {
  const { runner, runs, outcomes } = gatedRunner()
  const same = [runner.rows(one, spine('n', 1)), runner.rows(one, spine('n', 1))]
  const others = [runner.rows(two, spine('n', 1)), runner.rows(one, spine('n', 2))]
  t.equal(runs.length, 3, 'another workspace and another plan run for themselves')
  runs.forEach((run, index) => run.answer([{ index }]))
  t.same(await Promise.all([...same, ...others]), [
    [{ index: 0 }],
    [{ index: 0 }],
    [{ index: 1 }],
    [{ index: 2 }],
  ])
  const later = runner.rows(one, spine('n', 1))
  t.equal(runs.length, 4, 'what is over is not kept')
  const failing = runner.rows(one, spine('n', 1))
  runs[3]!.fail(new Error('down'))
  await t.rejects(later, /down/)
  await t.rejects(failing, /down/)
  t.same(outcomes, ['started', 'started', 'started', 'ok', 'ok', 'ok', 'started', 'error'])
})

t.test('a question asked after something was stored does not share an older run', async (t) => {
  const { runner, runs, append } = gatedRunner()
  const before = runner.rows(one, spine('n', 1))
  const elsewhere = runner.rows(two, spine('n', 1))
  await append()
  const after = [runner.rows(one, spine('n', 1)), runner.rows(one, spine('n', 1))]
  const still = runner.rows(two, spine('n', 1))
  t.equal(runs.length, 3, 'one before, one after, and that of the workspace that did not change')
  runs.forEach((run, index) => run.answer([{ index }]))
  t.same(await Promise.all([before, elsewhere, ...after, still]), [
    [{ index: 0 }],
    [{ index: 1 }],
    [{ index: 2 }],
    [{ index: 2 }],
    [{ index: 1 }],
  ])
})

t.test('who goes away leaves; the last one ends the run', async (t) => {
  const { runner, runs, outcomes } = gatedRunner()
  const clients = [new AbortController(), new AbortController()]
  const waiting = clients.map(({ signal }) => runner.rows(one, spine('n', 1), signal))
  clients[0]!.abort(new Error('first left'))
  await t.rejects(waiting[0]!, /first left/)
  t.equal(runs[0]!.signal.aborted, false)
  clients[1]!.abort(new Error('second left'))
  await t.rejects(waiting[1]!, /second left/)
  t.equal(runs[0]!.signal.aborted, true)

  const fresh = runner.rows(one, spine('n', 1))
  t.equal(runs.length, 2, 'a run that was left is not joined')
  runs[0]!.fail(new Error('aborted'))
  await new Promise(setImmediate)
  const joining = runner.rows(one, spine('n', 1))
  t.equal(runs.length, 2, 'and its end does not part the ones that came after')
  runs[1]!.answer([])
  t.same(await Promise.all([fresh, joining]), [[], []])
  t.same(outcomes.toSorted(), ['aborted', 'ok', 'started', 'started'])
  const gone = AbortSignal.abort(new Error('never there'))
  await t.rejects(runner.rows(one, spine('n', 1), gone), /never there/)
  t.equal(runs.length, 2)
})
