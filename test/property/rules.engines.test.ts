import fc from 'fast-check'
import t from 'tap'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import { fillStore } from '../../bench/data/postgres.js'
import { questions } from '../../bench/questions/index.js'
import { benchService } from '../../bench/service.js'
import { builtInOperators, type AnalyticsStore, type Relation, type Row } from '../../contract/index.js'
import { expand } from '../../core/run/expand.js'
import { clickhouseRules } from '../../storage-adapters/clickhouse/query/rules/index.js'
import { narrowHistory } from '../../storage-adapters/clickhouse/query/rules/narrow-history.js'
import { readPromotedColumns } from '../../storage-adapters/sql/rules/read-promoted-columns.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { postgresRules } from '../../storage-adapters/postgres/query/rules.js'
import { optionalRules } from '../../storage-adapters/sql/optimizer.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { testEngines } from '../support/engines.js'
import { patience } from '../support/patience.js'
import { temporaryDatabase } from '../support/records.js'
import { silentLog } from '../support/silent-log.js'
import { sameRows } from '../kit/plans/compare-rows.js'
import { firstDifference } from '../kit/plans/compare-stores.js'
import { isOrdered, propertyCase } from '../kit/plans/property-case.js'
import { firedRules } from './fired-rules.js'
import { failureOf, propertyRuns } from './seeded.js'

/**
 * The rules of the optimizer: which ones fire for the questions of the bench, and that results are the same
 * without them.
 */
const limits = { timeMs: patience, memoryBytes: 2_000_000_000, rows: 1_000_000 }
const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))
/**
 * Without the rules that require promoted columns or a snapshot: promoted.exhaustive.test.ts and rollups.exhaustive.test.ts
 * compare the answers with and without them.
 */
const ruleNames = optionalRules(clickhouseRules, postgresRules).filter(
  (name) => name !== readPromotedColumns.name && name !== narrowHistory.name,
)
const database = await temporaryDatabase()
const { clickhouse: clickhouseServer } = testEngines()
t.teardown(() => database.drop())

const openClickHouse = (...withoutRules: readonly string[]): AnalyticsStore =>
  createClickHouseStore({ connection: clickhouseServer, log: silentLog, views: 'assumed', withoutRules })
const openPostgres = (...withoutRules: readonly string[]): AnalyticsStore =>
  createPostgresStore({
    connection: { url: database.url },
    log: silentLog,
    views: 'assumed',
    withoutRules,
  })

const calculated = { shouted: 'upper(plan)', doubled: 'amount * 2' }
const isPro = encodeURIComponent(JSON.stringify({ field: 'calc.shouted', operator: 'eq', value: 'PRO' }))
/** Questions about calculated properties, which the bench does not ask. */
const ofCalculated = {
  'events where upper(plan) is PRO': `metrics/events?range=30d&filter=${isPro}`,
  'sum of amount * 2': 'metrics/events/custom?range=30d&property=calc.doubled&metric=sum',
}

const compiled = (store: AnalyticsStore, workspace: { id: string; number: number }, plan: Relation) =>
  store.compile(workspace, expand(plan, store, operators))

t.test('the questions of the bench', async (t) => {
  const memory = createMemoryStore()
  const stores = { clickhouse: openClickHouse(), postgres: openPostgres() }
  const { url, user = 'default', password = '' } = clickhouseServer
  const generator = connect({ url, user, password })
  const engines = { postgres: { url: database.url }, stop: () => Promise.resolve() }
  // The plans as ClickHouse gets them: what memory lowers, such as a sequence, is lowered when it compiles them.
  const { native, fits = () => true } = stores.clickhouse
  const unlowered: AnalyticsStore = {
    ...memory,
    native,
    fits,
    compile: (workspace, plan, facts) => memory.compile(workspace, expand(plan, memory, operators), facts),
  }
  const service = await benchService(engines, unlowered)
  const { ref, plansOf, ask } = await service.workspace('rules')
  t.teardown(async () => {
    for (const store of Object.values(stores)) await store.dropWorkspace(ref)
    await Promise.all([
      service.close(),
      generator.close(),
      ...Object.values(stores).map((one) => one.close()),
    ])
  })
  for (const store of Object.values(stores)) await store.createWorkspace(ref)
  const everywhere: AnalyticsStore = {
    ...memory,
    createWorkspace: () => Promise.resolve(),
    append: async (workspace, batch) => {
      for (const store of [memory, ...Object.values(stores)]) await store.append(workspace, batch)
    },
  }
  await fillStore(generator, everywhere, ref, 2_000)
  const plans = new Map<string, readonly Relation[]>()
  for (const { name, request } of questions) plans.set(name, await plansOf(request))
  for (const [name, expression] of Object.entries(calculated))
    await ask({ path: 'data/properties', body: { name, expression } })
  for (const [name, path] of Object.entries(ofCalculated)) plans.set(name, await plansOf({ path }))

  await t.test('the rules that fire', (t) => {
    const fired = Object.fromEntries(
      [...plans].map(([name, own]) => {
        const of = (store: AnalyticsStore): string =>
          own
            .map((plan) =>
              compiled(store, ref, plan)
                .rules?.filter((rule) => ruleNames.includes(rule))
                .join(' + '),
            )
            .join(' | ')
        return [name, [of(stores.clickhouse), of(stores.postgres)]]
      }),
    )
    t.strictSame(fired, firedRules)
    t.end()
  })

  await t.test('the same answer without each rule', async (t) => {
    const seen = new Set<string>()
    for (const rule of ruleNames) {
      const without = { clickhouse: openClickHouse(rule), postgres: openPostgres(rule) }
      for (const engine of ['clickhouse', 'postgres'] as const)
        for (const [name, own] of plans)
          for (const plan of own) {
            if (!compiled(stores[engine], ref, plan).rules?.includes(rule)) continue
            const query = compiled(without[engine], ref, plan)
            t.notOk(query.rules?.includes(rule), `${rule} is left out`)
            const expected = await memory.run(compiled(memory, ref, plan), limits)
            const rows: readonly Row[] = await without[engine].run(query, limits)
            const wrong = sameRows(rows, expected, { ordered: isOrdered(plan) })
            t.equal(wrong, null, `${name} on ${engine} without ${rule}`)
            seen.add(rule)
          }
      await Promise.all(Object.values(without).map((store) => store.close()))
    }
    t.strictSame([...seen], ruleNames, 'each of them fires for some question')
  })
})

for (const rule of ruleNames)
  t.test(`random plans without ${rule}`, async (t) => {
    const engines = [openClickHouse(rule), openPostgres(rule)]
    const property = fc.asyncProperty(propertyCase(), async (one) => {
      const wrong = await firstDifference(one, engines)
      if (wrong !== null) throw new Error(wrong)
    })
    t.equal(await failureOf(property, propertyRuns(1)), null)
    await Promise.all(engines.map((store) => store.close()))
  })
