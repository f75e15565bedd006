import t, { type Test } from 'tap'
import type { AnalyticsStore, SqlReader, WorkspaceRef } from '../../contract/index.js'
import { createFairQueue } from '../../core/run/queue/fair-queue.js'
import { sqlIn } from '../../core/run/run-sql.js'
import { openSandbox as openClickHouse } from '../../storage-adapters/clickhouse/sandbox/test-workspaces.js'
import { budget, mine, noGuard, openSandbox } from '../../storage-adapters/postgres/sandbox/test-sandbox.js'
import { recordsUrl } from '../support/record-server.js'

interface Engine {
  readonly store: AnalyticsStore
  readonly sql: SqlReader
  readonly workspace: WorkspaceRef
  /** A statement that ignores requests to end for about a second; `n` marks it. */
  text(n: number): string
  /** The marks of those that the engine is running. */
  running(): Promise<readonly number[]>
}

const markIn = (text: unknown): number => Number(/(\d+)/.exec(String(text))?.[1])

async function clickhouse(t: Test): Promise<Engine> {
  const fixture = openClickHouse(t)
  const workspace = await fixture.workspace({})
  return {
    ...fixture,
    workspace,
    text: (n) =>
      `SELECT toInt64(length(arraySort(arrayMap(x -> sipHash64(x), range(toUInt32(${2_000_000 + n})))))) AS n`,
    async running() {
      // The statements that check a member's SQL quote it; they end at once.
      const rows = await fixture.admin(
        `SELECT extract(query, 'range\\(toUInt32\\((\\d+)') FROM system.processes
         WHERE query LIKE '%arraySort(arrayMap(%' AND query NOT LIKE '%system.processes%'
           AND query NOT LIKE 'EXPLAIN%' AND query NOT LIKE '%formatQuerySingleLine%'`,
      )
      return rows.map(([text]) => markIn(text) - 2_000_000)
    },
  }
}

async function postgres(t: Test): Promise<Engine> {
  const fixture = await openSandbox(recordsUrl())
  t.teardown(() => fixture.close())
  return {
    store: fixture.store,
    sql: await fixture.reader({ check: noGuard }),
    workspace: mine,
    text: (n) => `SELECT length(translate(repeat('a', ${60_000 + n}), repeat('b', 6000), '')) AS n`,
    async running() {
      const rows = await fixture.look(
        `SELECT substring(query FROM 'repeat\\(''a'', (\\d+)') AS mark FROM pg_stat_activity
         WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%translate(repeat(%'`,
      )
      return rows.map(({ mark }) => markIn(mark) - 60_000)
    },
  }
}

/** One slot: a second statement runs only when the engine has ended the first. */
const onePlace = () =>
  createFairQueue({
    limits: { all: 1, perWorkspace: 1, perCaller: 1, waiting: 100, waitMs: 1e9, threads: 1 },
    what: 'statements',
  })
const observer = { started: () => undefined, ended: () => undefined }
const limits = { timeMs: 600_000, memoryBytes: 1_000_000_000, rows: 10 }
const clients = 3
const mostStatements = 100
/** Ends a hang; no statement takes this long on a busy machine. */
const hungMs = 300_000

type Ask = (text: string, signal: AbortSignal) => Promise<unknown>

function askSql({ sql, workspace }: Engine): Ask {
  const parts = {
    analytics: { sql },
    limits,
    observer,
    queue: onePlace(),
    statementGuard: { admitSql: () => undefined },
    exporters: new Map(),
  }
  return (text, signal) =>
    sqlIn(parts, workspace, { caller: 'c', request: {} }, signal)!.query(text, {
      rows: 1,
      bytes: budget.bytes,
    })
}

function askQuestions({ store, workspace }: Engine): Ask {
  const queue = onePlace()
  return (text, signal) =>
    queue.enter(
      { workspace: workspace.id, caller: 'c', request: {} },
      null,
      (place) =>
        store
          .run({ workspace, text, parameters: {}, columns: { n: 'int' } }, limits, signal)
          .finally(() => place?.end()),
      signal,
    )
}

/** Clients that come one after another and disconnect as soon as the engine runs their statement. */
async function comeAndGo(t: Test, engine: Engine, ask: Ask): Promise<void> {
  let left = 0
  for (let n = 1; left < clients; n++) {
    const leaving = new AbortController()
    const asked = ask(engine.text(n), leaving.signal).then(
      () => 'answered',
      (error: unknown) => error,
    )
    const running = await seenRunning(engine, n, asked)
    leaving.abort()
    const outcome = await within(asked, `the end of statement ${n}`)
    // A fast engine may finish between two checks.
    if (running === null && outcome === 'answered' && n < mostStatements) continue
    t.strictSame(running, [n], `statement ${n} runs alone (${String(outcome)})`)
    left++
  }
  const last = ask(engine.text(0), new AbortController().signal)
  t.ok(await within(last, 'the last answer'), 'and gives its place back')
}

/** Returns what the engine runs once it runs statement `n`; null if that ended unseen. */
async function seenRunning(
  engine: Engine,
  n: number,
  asked: Promise<unknown>,
): Promise<readonly number[] | null> {
  const state = { ended: false }
  void asked.then(() => (state.ended = true))
  const deadline = Date.now() + hungMs
  while (!state.ended && Date.now() < deadline) {
    const running = await engine.running()
    if (running.includes(n)) return running
  }
  return null
}

async function within<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const hung = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come`)), hungMs)
  })
  return Promise.race([promise, hung]).finally(() => clearTimeout(timer))
}

for (const [name, open] of [
  ['ClickHouse', clickhouse],
  ['Postgres', postgres],
] as const)
  t.test(`clients of ${name} that leave pile nothing up`, async (t) => {
    const engine = await open(t)
    await t.test('questions', (t) => comeAndGo(t, engine, askQuestions(engine)))
    await t.test('SQL', (t) => comeAndGo(t, engine, askSql(engine)))
  })
