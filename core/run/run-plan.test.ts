import t from 'tap'
import { FactsChanged, spine, type AnalyticsStore, type Row } from '../../contract/index.js'
import { createFairQueue } from './queue/fair-queue.js'
import { roomyQueue } from './queue/test-queue.js'
import { gatedRunner, one, two } from './test-gated-runner.js'
import { createTurns } from './turns.js'

/** Resolves when everything that waits only for other promises has settled. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

t.test('identical questions share a run', async (t) => {
  const { runner, runs, outcomes, from } = gatedRunner()
  const same = [runner.rows(one, spine('n', 1)), runner.rows(one, spine('n', 1))]
  const others = [runner.rows(two, spine('n', 1)), runner.rows(one, spine('n', 2))]
  await settled()
  t.equal(runs.length, 3, 'another workspace and another plan run for themselves')
  for (const run of runs) run.answer([{ of: `${run.query.workspace.id} ${run.query.text}` }])
  const text = (n: number): string => JSON.stringify(spine('n', n))
  t.same(await Promise.all([...same, ...others]), [
    [{ of: `ws_1 ${text(1)}` }],
    [{ of: `ws_1 ${text(1)}` }],
    [{ of: `ws_2 ${text(1)}` }],
    [{ of: `ws_1 ${text(2)}` }],
  ])
  t.same(from.toSorted(), ['shared', 'store', 'store', 'store'])
  const later = runner.rows(one, spine('n', 1))
  const failing = runner.rows(one, spine('n', 1))
  await settled()
  t.equal(runs.length, 4, 'what is over is not kept')
  runs[3]!.fail(new Error('down'))
  await t.rejects(later, /down/)
  await t.rejects(failing, /down/)
  t.same(outcomes, ['started', 'started', 'started', 'ok', 'ok', 'ok', 'started', 'error'])
})

t.test('a question asked after something was stored does not share an older run', async (t) => {
  const { runner, runs, change } = gatedRunner()
  const before = runner.rows(one, spine('n', 1))
  const elsewhere = runner.rows(two, spine('n', 1))
  await settled()
  change()
  const after = [runner.rows(one, spine('n', 1)), runner.rows(one, spine('n', 1))]
  const still = runner.rows(two, spine('n', 1))
  await settled()
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
  const { runner, runs, outcomes } = gatedRunner(1e6)
  const clients = [new AbortController(), new AbortController()]
  const waiting = clients.map(({ signal }) => runner.rows(one, spine('n', 1), signal))
  await settled()
  clients[0]!.abort(new Error('first left'))
  await t.rejects(waiting[0]!, /first left/)
  t.equal(runs[0]!.signal.aborted, false)
  clients[1]!.abort(new Error('second left'))
  await t.rejects(waiting[1]!, /second left/)
  t.equal(runs[0]!.signal.aborted, true)

  const fresh = runner.rows(one, spine('n', 1))
  await settled()
  t.equal(runs.length, 2, 'a run that was left is not joined')
  runs[0]!.fail(new Error('aborted'))
  await settled()
  const joining = runner.rows(one, spine('n', 1))
  await settled()
  t.equal(runs.length, 2, 'and its end does not part the ones that came after')
  runs[1]!.answer([])
  t.same(await Promise.all([fresh, joining]), [[], []])
  t.same(outcomes.toSorted(), ['aborted', 'ok', 'started', 'started'])
  const gone = AbortSignal.abort(new Error('never there'))
  await t.rejects(runner.rows(one, spine('n', 2), gone), /never there/)
  t.equal(runs.length, 2)
})

t.test('rows are kept as long as the data stays what it was', async (t) => {
  const { runner, runs, from, change } = gatedRunner(1e6)
  async function asked(answer: number | Error): Promise<readonly Row[]> {
    const rows = runner.rows(one, spine('n', 1))
    const before = runs.length
    await settled()
    const run = runs.slice(before).at(-1)
    if (answer instanceof Error) run?.fail(answer)
    else run?.answer([{ answer }])
    return rows
  }
  await t.rejects(asked(new Error('down')), /down/)
  t.same(await asked(1), [{ answer: 1 }], 'an error is not kept')
  t.same(await asked(2), [{ answer: 1 }])
  change()
  t.same(await asked(3), [{ answer: 3 }], 'other data')
  t.same(await asked(4), [{ answer: 3 }])
  t.same(from, ['store', 'store', 'cache', 'store', 'cache'])
  change(null)
  const { signal } = new AbortController()
  const alone = [runner.rows(one, spine('n', 1), signal), runner.rows(one, spine('n', 1), signal)]
  await settled()
  t.equal(runs.length, 5, 'data of which nothing is known: each asks for itself')
  runs[3]!.answer([{ answer: 5 }])
  runs[4]!.answer([{ answer: 6 }])
  t.same(await Promise.all(alone), [[{ answer: 5 }], [{ answer: 6 }]])
})

t.test('while the data changes all the time, equal questions still share runs', async (t) => {
  const { runner, runs, from, change } = gatedRunner(1e6)
  const { signal } = new AbortController()
  const ask = (): Promise<readonly Row[]> => runner.rows(one, spine('n', 1), signal)
  const answered = async (answer: number): Promise<void> => {
    const rows = ask()
    await settled()
    runs.at(-1)!.answer([{ answer }])
    t.same(await rows, [{ answer }])
    change()
  }
  for (let answer = 0; answer < 6; answer++) await answered(answer)
  const [first, second, third] = [ask(), ask(), ask()]
  await settled()
  t.equal(runs.length, 8, 'one runs alone, the two others together')
  runs[6]!.answer([{ answer: 6 }])
  runs[7]!.answer([{ answer: 7 }])
  t.same(await Promise.all([first, second, third]), [[{ answer: 6 }], [{ answer: 7 }], [{ answer: 7 }]])
  t.same(from.slice(6), ['store', 'store', 'shared'])
  t.same(await ask(), [{ answer: 7 }], 'and their rows are kept')
})

t.test('what changes while a question runs is in the next answer', async (t) => {
  const { runner, runs, change } = gatedRunner(1e6)
  const first = runner.rows(one, spine('n', 1))
  await settled()
  change()
  runs[0]!.answer([{ answer: 'of before or after' }])
  await first
  const second = runner.rows(one, spine('n', 1))
  await settled()
  t.equal(runs.length, 2)
  runs[1]!.answer([{ answer: 'of after' }])
  t.same(await second, [{ answer: 'of after' }])
})

t.test(
  'what is kept or under way does not wait; the rest of a rejected request is not prepared',
  async (t) => {
    const limits = { all: 2, perWorkspace: 1, perCaller: 1, waiting: 1, waitMs: 1_000, threads: 1 }
    const { runner, runs, from } = gatedRunner(1e6, createFairQueue({ limits, what: 'questions' }))
    const kept = runner.rows(one, spine('n', 1))
    await settled()
    runs[0]!.answer([{ n: 1 }])
    await kept
    const running = runner.rows(one, spine('n', 2))
    const waiting = runner.rows(one, spine('n', 3), undefined, { caller: 'a', request: {} })
    await settled()
    t.equal(runs.length, 2, 'one of two runs')
    t.same(await runner.rows(one, spine('n', 1)), [{ n: 1 }], 'what is kept')
    const sharing = runner.rows(one, spine('n', 2))
    const request = {}
    const rejected = [4, 5].map((n) => runner.rows(one, spine('n', n), undefined, { caller: 'a', request }))
    for (const part of rejected) await t.rejects(part, { code: 'RATE_LIMITED' })
    await t.rejects(runner.rows(one, spine('n', 1), undefined, { caller: 'a', request }), {
      code: 'RATE_LIMITED',
    })
    runs[1]!.answer([{ n: 2 }])
    t.same(await Promise.all([running, sharing]), [[{ n: 2 }], [{ n: 2 }]])
    await settled()
    t.equal(runs.length, 3)
    runs[2]!.answer([{ n: 3 }])
    t.same(await waiting, [{ n: 3 }])
    t.same(from, ['store', 'store', 'cache', 'shared', 'store'])
  },
)

t.test('a run keeps its place until it ends, also when the one who began it has left', async (t) => {
  const limits = { all: 1, perWorkspace: 1, perCaller: 1, waiting: 10, waitMs: 1_000, threads: 1 }
  const { runner, runs } = gatedRunner(0, createFairQueue({ limits, what: 'questions' }))
  const first = new AbortController()
  const began = runner.rows(one, spine('n', 1), first.signal)
  await settled()
  const joined = runner.rows(one, spine('n', 1))
  const next = runner.rows(two, spine('n', 1))
  await settled()
  first.abort(new Error('left'))
  await t.rejects(began, /left/)
  t.equal(runs.length, 1)
  runs[0]!.fail(new Error('down'))
  await t.rejects(joined, /down/)
  await settled()
  t.equal(runs.length, 2, 'a run that fails gives its place back')
  runs[1]!.answer([])
  await next
})

t.test('a workspace that asks much at once prepares its statements in turns with others', async (t) => {
  const { runner, runs, prepared } = gatedRunner(1e6, roomyQueue(), createTurns())
  const ask = (count: number) => Array.from({ length: count }, (_, n) => runner.rows(one, spine('n', n)))
  const first = ask(50)
  while (runs.length < 50) await settled()
  for (const run of runs) run.answer([])
  await Promise.all(first)
  prepared.length = 0
  const kept = ask(50)
  while (prepared.length === 0) await settled()
  const near = runner.rows(two, spine('n', 1))
  while (runs.length < 51) await settled()
  t.ok(prepared.indexOf(two.id) < 10, `after ${prepared.indexOf(two.id)} of 50 whose answers are kept`)
  runs[50]!.answer([])
  await Promise.all([...kept, near])
  t.equal(prepared.length, 51)
})

t.test('what was compiled by facts that are over is compiled once more', async (t) => {
  const ran: string[] = []
  let generation = 0
  let failures = 1
  const analytics = {
    native: new Set<string>(),
    dataVersion: () => Promise.resolve('v'),
    facts: () => Promise.resolve({ views: [{ name: `g${++generation}`, freshness: 'whole' }] }),
    compile: (workspace, _, facts) => ({
      workspace,
      text: facts?.views[0]?.name ?? 'rows',
      parameters: {},
      columns: {},
    }),
    run: ({ text }) => {
      ran.push(text)
      return failures-- > 0 ? Promise.reject(new FactsChanged('gone')) : Promise.resolve([{ of: text }])
    },
  } as Partial<AnalyticsStore> as AnalyticsStore
  const { runner } = gatedRunner(0, undefined, undefined, analytics)
  t.same(await runner.rows(one, spine('n', 1)), [{ of: 'g2' }])
  t.same(ran, ['g1', 'g2'])
  failures = 2
  t.same(await runner.rows(one, spine('n', 2)), [{ of: 'rows' }], 'then the rows answer')
  t.same(ran.slice(2), ['g3', 'g4', 'rows'])
  failures = 3
  await t.rejects(runner.rows(one, spine('n', 4)), { code: 'UNAVAILABLE', retryAfter: 1 }, 'and no more')
  analytics.facts = () => Promise.reject(new Error('no idea'))
  t.same(await runner.rows(one, spine('n', 3)), [{ of: 'rows' }], 'without facts the rows answer')
})
