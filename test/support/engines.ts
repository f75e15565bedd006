import type { AccountPoolOptions } from '../../storage-adapters/clickhouse/sandbox/accounts.js'

/** Where the test servers are: told by test/support/with-engines.ts, which starts them once for all test files. */
export interface TestServer {
  readonly url: string
  readonly user?: string
  readonly password?: string
  readonly database?: string
  /** Of the first ClickHouse; the second one stands in for a server that makes accounts by SQL. */
  readonly readers?: AccountPoolOptions
}

export interface TestEngines {
  readonly clickhouse: TestServer
  readonly secondClickhouse: TestServer
  readonly postgres: TestServer
  /** A Postgres that is only known by a URL: TEST_DATABASE_URL, or one more of ours when none is given. */
  readonly outsidePostgres: TestServer
}

export const enginesVariable = 'SEXTANT_TEST_ENGINES'

/** Throws when the engines are not there: a test that cannot reach its engine fails. */
export function testEngines(): TestEngines {
  const text = process.env[enginesVariable]
  if (text === undefined) throw new Error('run the tests with npm test: it starts the engines')
  return JSON.parse(text) as TestEngines
}

/** The server's URL with its credentials, as a superuser. */
export function urlOf({ url, user, password, database }: TestServer): string {
  const whole = new URL(url)
  if (user !== undefined) whole.username = user
  if (password !== undefined) whole.password = password
  if (database !== undefined) whole.pathname = `/${database}`
  return whole.href
}

export const recordsUrl = (): string => urlOf(testEngines().postgres)
