import fc from 'fast-check'
import { randomInt } from 'node:crypto'
import t from 'tap'
import { builtInOperators, type AnalyticsStore, type Batch, type Relation } from '../../contract/index.js'
import { createResultCache } from '../../core/run/result-cache.js'
import { roomyQueue } from '../../core/run/queue/test-queue.js'
import { createTurns } from '../../core/run/turns.js'
import { createRunner } from '../../core/run/run-plan.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { testEngines } from '../support/engines.js'
import { temporaryDatabase } from '../support/records.js'
import { silentLog } from '../support/silent-log.js'
import { sameRows } from '../kit/plans/compare-rows.js'
import { isOrdered, propertyCase, type PropertyCase } from '../kit/plans/property-case.js'
import { failureOf, fixedSeed, propertyRuns } from './seeded.js'
import { patience } from '../support/patience.js'

/** Workspaces per store, with about forty steps each, in addition to two fixed ones. */
const runs = propertyRuns(1)
const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 1_000_000 }
const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))

const database = await temporaryDatabase()
const [clickhouse, postgres] = [testEngines().clickhouse, { url: database.url }]
const memory = createMemoryStore()
/** Two stores over each engine, like those of two processes. */
const engines: readonly (readonly [AnalyticsStore, AnalyticsStore])[] = [
  [memory, memory],
  [
    createClickHouseStore({ connection: clickhouse, log: silentLog }),
    createClickHouseStore({ connection: clickhouse, log: silentLog }),
  ],
  [
    createPostgresStore({ connection: postgres, log: silentLog }),
    createPostgresStore({ connection: postgres, log: silentLog }),
  ],
]
t.teardown(async () => {
  await Promise.all(engines.flat().map((store) => store.close()))
  await database.drop()
})

/** One step: a process stores some of the rows, or runs a plan, mostly an earlier one. */
type Step = { readonly by: 0 | 1 } & (
  { readonly kind: 'append'; readonly part: number } | { readonly kind: 'ask'; readonly plan: number }
)
const by = fc.constantFrom(0 as const, 1 as const)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('append' as const), part: fc.nat({ max: 4 }), by }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ask' as const), plan: fc.nat({ max: 3 }), by }) },
)
const history = fc.record({
  data: propertyCase(),
  steps: fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }),
})

/** The part-th fifth of the rows of every kind; stored again they are more rows, or repeated messages. */
const partOf = (batch: Batch, part: number): Batch =>
  Object.fromEntries(
    Object.entries(batch).map(([kind, rows]) => [
      kind,
      (rows as readonly unknown[]).filter((_, index) => index % 5 === part),
    ]),
  ) as unknown as Batch

let kept = 0

/** Returns null if both processes always returned what the store does. */
async function firstDifference(
  processes: readonly [AnalyticsStore, AnalyticsStore],
  { batch, plans }: PropertyCase,
  steps: readonly Step[],
): Promise<string | null> {
  const number = randomInt(2 ** 40)
  const workspace = { id: `ws_${number}`, number }
  const [store] = processes
  const runners = processes.map((analytics) =>
    createRunner({
      analytics,
      operators,
      limits,
      log: silentLog,
      cache: createResultCache(1e6),
      queue: roomyQueue(),
      turns: createTurns(),
      observer: {
        started: () => undefined,
        ended: () => undefined,
        answered: (from) => void (kept += from === 'cache' ? 1 : 0),
      },
    }),
  )
  await store.createWorkspace(workspace)
  try {
    for (const [index, step] of steps.entries()) {
      if (step.kind === 'append') {
        await processes[step.by].append(workspace, partOf(batch, step.part))
        continue
      }
      const plan = plans[step.plan % plans.length] as Relation
      const answer = await runners[step.by]!.rows(workspace, plan)
      const expected = await store.run(runners[0]!.compile(workspace, plan), limits)
      const wrong = sameRows(answer, expected, { ordered: isOrdered(plan) })
      if (wrong !== null) return `${store.engine}, step ${index}: ${wrong}\n${JSON.stringify(plan)}`
    }
    return null
  } finally {
    await store.dropWorkspace(workspace)
  }
}

for (const processes of engines)
  t.test(`kept answers are those of the store: ${processes[0].engine}`, async (t) => {
    kept = 0
    const property = fc.asyncProperty(history, async ({ data, steps }) => {
      const wrong = await firstDifference(processes, data, steps)
      if (wrong !== null) throw new Error(wrong)
    })
    t.equal(await failureOf(property, 2, fixedSeed), null)
    t.ok(kept > 0, `${kept} answers were kept ones`)
    t.equal(await failureOf(property, runs), null)
  })
