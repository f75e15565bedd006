import type { AccountPoolOptions } from '../../storage-adapters/clickhouse/sandbox/accounts.js'

/**
 * The addresses of the test servers, passed by test/support/with-engines.ts, which starts them once for all
 * test files.
 */
export interface TestServer {
  readonly url: string
  readonly user?: string
  readonly password?: string
  readonly database?: string
  /** For the first ClickHouse; the second one stands for a server that creates accounts by SQL. */
  readonly readers?: AccountPoolOptions
}

export interface TestEngines {
  readonly clickhouse: TestServer
  readonly secondClickhouse: TestServer
  readonly postgres: TestServer
  /** A Postgres known only by its URL: TEST_DATABASE_URL, or another one of ours by default. */
  readonly outsidePostgres: TestServer
}

export const enginesVariable = 'SEXTANT_TEST_ENGINES'

/** Throws if the engines are not running: a test that cannot reach its engine fails. */
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
