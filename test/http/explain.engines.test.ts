import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import type { AnalyticsStore, Batch, WorkspaceRef } from '../../contract/index.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { startClickHouse, startPostgres } from '../../storage-adapters/embedded/index.js'
import { eventually, folder, log, sql } from '../../storage-adapters/embedded/test-support.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { urlOf } from '../support/engine-addresses.js'
import { silentLog } from '../support/silent-log.js'
import { days, questionsOf, type Asked, type Explained, type Statement } from './explained-questions.js'
import { type TestService, testService } from '../support/service.js'

/** Compares the output of the explain route with what the engines run according to their own logs. */
const dayMs = 86_400_000
const start = Date.UTC(2024, 0, 1)

let seq = 0
const batch = (devices: number, day: number): Batch => ({
  ...{ logs: [], traits: [], contexts: [], metrics: [] },
  events: Array.from({ length: devices }, (_, index) => ({
    timestamp: start + (day + (index % 3)) * dayMs + index,
    event_name: index % 2 === 0 ? 'a' : 'b',
    device_id: `device ${index}`,
    session_id: `session ${index % 40}`,
    user_id: null,
    message_id: null,
    seq: seq++,
    context: {},
    properties: {},
  })),
  links: [{ timestamp: start, device_id: 'device 1', user_id: 'ann' }],
})

/**
 * Explains and runs all queries; `logged` returns what the engine has run for the workspace since its last
 * call.
 */
async function compare(
  t: Test,
  questions: Readonly<Record<string, Asked>>,
  logged: () => Promise<readonly string[]>,
  replayed: (statements: readonly Statement[]) => Promise<readonly string[]>,
): Promise<Readonly<Record<string, readonly Explained[]>>> {
  const found: Record<string, readonly Explained[]> = {}
  for (const [name, { ask, explain }] of Object.entries(questions)) {
    // A process remembers devices that were linked, so the second question does not ask for them.
    await explain()
    const explained = await explain()
    t.equal(explained.status, 200, `${name}: ${JSON.stringify(explained.body)}`)
    const plans = explained.body.data as readonly Explained[]
    await logged()
    const answer = await ask()
    t.equal(answer.status, 200, name)
    const ran = await logged()
    const printed = await replayed(plans.flatMap(({ statements }) => statements))
    t.same([...ran].sort(), [...printed].sort(), `${name}: what is printed is what runs`)
    t.ok(ran.length > 0, name)
    found[name] = plans
  }
  return found
}

interface Opened {
  readonly service: TestService
  readonly id: string
  readonly ref: WorkspaceRef
  /** Makes this store answer from now on, over the same data. */
  answeredBy(store: AnalyticsStore): void
}

async function opened(t: Test, store: AnalyticsStore): Promise<Opened> {
  const made: WorkspaceRef[] = []
  let current = complete(store)
  const noting: AnalyticsStore = {
    ...store,
    facts: (...asked) => current.facts(...asked),
    compile: (...asked) => current.compile(...asked),
    run: (...asked) => current.run(...asked),
    explain: (...asked) => current.explain(...asked),
    createWorkspace: (ref) => store.createWorkspace(ref).then(() => void made.push(ref)),
  }
  const service = await testService(t, {
    store: { name: store.engine, make: () => noting },
    environment: { RESULT_CACHE: '0' },
  })
  const { id } = await service.workspace()
  const [ref] = made
  if (ref === undefined) throw new Error('no workspace was made')
  return { service, id, ref, answeredBy: (other) => void (current = complete(other)) }
}

function complete(store: AnalyticsStore) {
  const { facts, explain } = store
  if (facts === undefined || explain === undefined) throw new Error(`${store.engine} explains nothing`)
  return { ...store, facts, explain }
}

const freshness = (found: Readonly<Record<string, readonly Explained[]>>, question: string, view: string) =>
  found[question]?.map(({ views }) => views.find(({ name }) => name === view)?.freshness).join()
const readsOf = (found: Readonly<Record<string, readonly Explained[]>>, question: string) =>
  found[question]?.map(({ reads }) => reads.join()).join()

t.test('ClickHouse', async (t) => {
  // The configuration has no place for this, so it is inserted between the accounts.
  const queryLog =
    '<query_log><database>system</database><table>query_log</table><flush_interval_milliseconds>600000</flush_interval_milliseconds></query_log>'
  const accounts = { profiles: '', users: `</users>${queryLog}<users>` }
  const engine = await startClickHouse({ directory: join(folder(t), 'clickhouse'), log, accounts })
  t.teardown(() => engine.stop())
  const { url, user, password } = engine
  const connection = { url, user, password }
  const client = connect(connection)
  t.teardown(() => client.close())
  const personDays = {
    ...{
      leastRows: Infinity,
      leastUsers: Infinity,
      lookMs: Infinity,
      mostHeld: Infinity,
      leastAgeMs: 0,
      mostOfTime: 1,
      worthComparing: 3,
      mostNewer: 1,
    },
    firstDay: () => start,
  }
  const store = createClickHouseStore({ connection, log: silentLog, personDays })
  const { service, id, ref, answeredBy } = await opened(t, store)

  const loggedAs = async (prefix: string): Promise<readonly string[]> => {
    await client.command({ query: 'SYSTEM FLUSH LOGS' })
    const result = await client.query({
      query: `SELECT query FROM system.query_log WHERE type = 'QueryStart' AND startsWith(query_id, {prefix:String})
        ORDER BY event_time_microseconds`,
      query_params: { prefix },
      format: 'JSONEachRow',
    })
    return (await result.json<{ query: string }>()).map(({ query }) => query)
  }
  let seen = 0
  const logged = async (): Promise<readonly string[]> => {
    const all = await loggedAs(`sextant-question-w${ref.number}-`)
    const added = all.slice(seen)
    seen = all.length
    return added
  }
  let replays = 0
  /** The log has the values inlined, so the printed statements are compared as the engine logs them. */
  const replayed = async (statements: readonly Statement[]): Promise<readonly string[]> => {
    const prefix = `replay-${replays++}-`
    for (const [index, { text, parameters }] of statements.entries()) {
      const result = await client.query({
        query: text,
        query_params: Object.fromEntries(
          Object.entries(parameters).map(([name, value]) => [
            name,
            text.includes(`{${name}:Array(UInt64)}`) ? keys(value) : value,
          ]),
        ),
        format: 'JSONCompact',
        query_id: `${prefix}${index}`,
        clickhouse_settings: { join_use_nulls: 1, enable_shared_storage_snapshot_in_query: 0 },
      })
      await result.text()
    }
    return loggedAs(prefix)
  }
  const compared = (over = service) => compare(t, questionsOf(over, id), logged, replayed)

  await store.append(ref, batch(90, 0))
  const whole = await compared()
  t.equal(freshness(whole, 'persons', 'device_slots'), 'whole')
  t.equal(freshness(whole, 'persons', 'person_days'), 'absent')
  t.equal(readsOf(whole, 'persons'), 'device_slots')
  t.same(
    whole['persons']?.[0]?.rules.map(({ rule }) => rule),
    ['match-views', 'distinct-to-bitmap', 'resolve-persons', 'resolve-after-grouping'],
  )
  t.equal(whole['since the first event']?.length, 2, 'what a range of all time asks first')

  await store.views?.rebuild(ref)
  await eventually(
    'built',
    async () => (await store.views?.check(ref))?.every(({ built }) => built === 1) ?? false,
  )
  const kept = await compared()
  t.equal(freshness(kept, 'persons', 'person_days'), 'whole')
  t.equal(readsOf(kept, 'persons'), 'person_days')
  t.equal(kept['persons']?.[0]?.rules.at(-1)?.rule, 'match-snapshot')
  t.equal(readsOf(kept, 'events'), 'event_slots')
  t.equal(freshness(kept, 'started sessions', 'person_days'), 'whole')
  t.equal(readsOf(kept, 'started sessions'), 'device_slots,person_days')

  await store.append(ref, {
    ...batch(9, 5),
    links: [{ timestamp: start, device_id: 'device 7', user_id: 'bob' }],
  })
  const changed = await compared()
  t.equal(freshness(changed, 'persons', 'person_days'), 'delta')
  t.equal(freshness(changed, 'started sessions', 'person_days'), 'delta')
  t.equal(changed['persons']?.[0]?.statements.at(-1)?.purpose, 'answer')
  t.equal(
    changed['persons']?.[0]?.statements[0]?.purpose,
    'which parts are stored now',
    'what has changed is asked first; the questions before have looked up the links',
  )

  const rows = createClickHouseStore({ connection, log: silentLog, views: false })
  t.teardown(() => rows.close())
  answeredBy(rows)
  const raw = await compared()
  t.equal(freshness(raw, 'persons', 'device_slots'), 'absent')
  t.equal(readsOf(raw, 'persons'), '')
})

/** 64-bit keys are strings in JSON. */
const keys = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((one) => BigInt(String(one))) : value

t.test('Postgres', async (t) => {
  const directory = folder(t)
  const engine = await startPostgres({ directory: join(directory, 'postgres'), log })
  t.teardown(() => engine.stop())
  const settings = {
    logging_collector: 'on',
    log_destination: 'jsonlog',
    log_statement: 'all',
    log_directory: 'log',
  }
  for (const [name, value] of Object.entries(settings))
    await sql(engine, `ALTER SYSTEM SET ${name} = '${value}'`)
  await engine.restart()
  const connection = { url: urlOf(engine) }
  const store = createPostgresStore({ connection, log: silentLog })
  const { service, id, ref, answeredBy } = await opened(t, store)
  const logs = join(directory, 'postgres', 'data', 'log')
  let seen = 0
  const logged = async (): Promise<readonly string[]> => {
    // The engine's collector writes with a delay; this mark is the last entry.
    const mark = `the end ${seen} ${Math.random()}`
    await sql(engine, `SELECT '${mark}'`)
    const lines = await eventually('logged', async () => {
      const files = readdirSync(logs).filter((name) => name.endsWith('.json'))
      const all = files.sort().flatMap((name) => readFileSync(join(logs, name), 'utf8').split('\n'))
      return all.some((line) => line.includes(mark)) && all
    })
    const added = lines.slice(seen).flatMap((line) => questionIn(line, ref) ?? [])
    seen = lines.length - 1
    return added
  }
  const printed = (statements: readonly Statement[]): Promise<readonly string[]> =>
    Promise.resolve(statements.map(({ text }) => text))
  await store.append(ref, batch(90, 0))
  const whole = await compare(t, questionsOf(service, id), logged, printed)
  t.equal(freshness(whole, 'persons', 'device_slots'), 'whole')
  t.equal(readsOf(whole, 'events'), 'event_days')

  await sql(engine, `DELETE FROM w${ref.number}.rolled_parts`)
  const first = await service.call('GET', '/api/v1/metrics/explain', {
    workspace: id,
    query: `metric=events&${days}`,
  })
  t.notMatch(
    first.body.data[0].statements[0].text,
    'ask_rollups',
    'explaining finds out that they do not hold',
  )

  const rows = createPostgresStore({ connection, log: silentLog, views: false })
  t.teardown(() => rows.close())
  answeredBy(rows)
  const raw = await compare(t, questionsOf(service, id), logged, printed)
  t.equal(freshness(raw, 'persons', 'device_slots'), 'absent')
  t.equal(readsOf(raw, 'persons'), '')
})

/**
 * Returns the workspace's query that a line of the engine's log reports; null if it reports something else.
 */
function questionIn(line: string, { number }: WorkspaceRef): string | null {
  if (line === '') return null
  const { message } = JSON.parse(line) as { readonly message: string }
  const found = /^(?:execute <unnamed>|statement): (SELECT \* FROM \(.*\) AS answer LIMIT \d+)$/s.exec(
    message,
  )
  return found?.[1]?.includes(`"w${number}".`) === true ? found[1] : null
}
