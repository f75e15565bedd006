import { randomInt } from 'node:crypto'
import type { Test } from 'tap'
import type { AnalyticsStore } from '../../core/contract/index.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { testEngines } from '../support/engines.js'
import { silentLog } from '../support/records.js'
import { testService, type TestService } from '../support/service.js'

export interface NamedStore {
  readonly name: string
  readonly make: (recordsUrl: string) => AnalyticsStore
}

/** The stores that every property of the service must hold on. */
export const stores: readonly NamedStore[] = [
  { name: 'memory', make: () => createMemoryStore() },
  {
    name: 'ClickHouse',
    make: () => createClickHouseStore({ connection: testEngines().clickhouse, log: silentLog }),
  },
  { name: 'Postgres', make: (url) => createPostgresStore({ connection: { url }, log: silentLog }) },
]

export interface StoreService extends TestService {
  /** The name of the store. */
  readonly over: string
  /** The database of the service's records. */
  readonly recordsUrl: string
}

/**
 * Starts a service over the store that ends with the test. Callers state their addresses, so that they reach
 * no rate limit.
 */
export async function serviceOver(
  t: Test,
  { name, make }: NamedStore,
  environment: Readonly<Record<string, string>> = {},
): Promise<StoreService> {
  let recordsUrl = ''
  const service = await testService(
    (url) => {
      recordsUrl = url
      return make(url)
    },
    {
      environment: {
        TRUST_PROXY: 'true',
        SQL_RATE_LIMIT: '1000000',
        ADMIN_RATE_LIMIT: '1000000',
        ...environment,
      },
    },
  )
  t.teardown(() => service.close())
  return { ...service, over: name, recordsUrl }
}

/** One test per store, each with a service of its own. */
export async function overEachStore(
  t: Test,
  run: (t: Test, service: StoreService) => Promise<void>,
): Promise<void> {
  for (const store of stores)
    await t.test(store.name, async (t) => {
      await run(t, await serviceOver(t, store))
    })
}

const turnOf = ({ over }: StoreService): number => stores.findIndex(({ name }) => name === over)

/**
 * Knuth's multiplicative hash: no regular list is in step with it, so that the same position is not always
 * left out.
 */
const scattered = (index: number): number => ((index * 2_654_435_761) >>> 0) >>> 16
const partOf = <T>(items: readonly T[], parts: number, turn: number): readonly T[] =>
  items.filter((_, index) => scattered(index) % parts === turn)

/** EVERY_CASE=1 runs all cases instead of parts, which are the same in each run. */
const every = process.env['EVERY_CASE'] === '1'

/** A fifth of the cases that are alike at many doors, spread over them. */
export const thinned = <T>(items: readonly T[]): readonly T[] => (every ? items : partOf(items, 5, 0))

/** Half of the cases that are alike for every field. */
export const halved = <T>(items: readonly T[]): readonly T[] => (every ? items : partOf(items, 2, 0))

/**
 * For cases decided before any store is used: all over memory, and different twentieths over the other
 * stores.
 */
export const storeless = <T>(service: StoreService, items: readonly T[]): readonly T[] => {
  const turn = turnOf(service)
  if (every) return items
  return turn === 0 ? items : partOf(items, 20, turn)
}

/** For cases that reach the stores: all over memory, and different quarters over the other stores. */
export const shared = <T>(service: StoreService, items: readonly T[]): readonly T[] => {
  const turn = turnOf(service)
  return turn === 0 || every ? items : partOf(items, 4, turn)
}

/** Each call comes from a different address, because the rate limits are not under test. */
export const address = (): string => Array.from({ length: 4 }, () => randomInt(256)).join('.')

/** Runs the tasks a few at a time: the results are the same, only sooner. */
export async function inParallel<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  width = 8,
): Promise<void> {
  const queue = items.values()
  const lane = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: width }, lane))
}

/** POST /v1/events with these lines; throws unless all are accepted. */
export async function store(
  service: TestService,
  ingestKey: string,
  lines: readonly object[],
): Promise<void> {
  for (let from = 0; from < lines.length; from += 10_000) {
    const body = lines
      .slice(from, from + 10_000)
      .map((line) => JSON.stringify(line))
      .join('\n')
    const { status, body: answer } = await service.call('POST', '/v1/events', { body, token: ingestKey })
    if (status !== 202) throw new Error(`events were not stored: ${JSON.stringify(answer)}`)
  }
}
