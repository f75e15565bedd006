import type { AccountPoolOptions } from '../../storage-adapters/clickhouse/sandbox/accounts.js'

/** One server of the tests; test/support/with-engines.ts starts it once for all test files of a run. */
export interface TestServer {
  readonly url: string
  readonly user?: string
  readonly password?: string
  readonly database?: string
  /** On the first ClickHouse only; the second one stands in for a server that makes accounts by SQL. */
  readonly readers?: AccountPoolOptions
  /** On the Postgres of the records only: a database with the tables of all built-in plugins, to be copied. */
  readonly migrated?: string
}

export interface TestEngines {
  readonly clickhouse: TestServer
  readonly secondClickhouse: TestServer
  readonly postgres: TestServer
  /** A Postgres that is only known by a URL: TEST_DATABASE_URL, or one more embedded server when that is not set. */
  readonly outsidePostgres: TestServer
}

export const enginesVariable = 'SEXTANT_TEST_ENGINES'

/** The server of this name; throws if this run has not started it. */
export function startedEngine(name: keyof TestEngines): TestServer {
  const started = JSON.parse(process.env[enginesVariable] ?? '{}') as Partial<TestEngines>
  const server = started[name]
  if (server === undefined) throw new Error(`${name} is not started; run the file with npm run test:file`)
  return server
}

/** The server's URL with its credentials, as a superuser. */
export function urlOf({ url, user, password, database }: TestServer): string {
  const whole = new URL(url)
  if (user !== undefined) whole.username = user
  if (password !== undefined) whole.password = password
  if (database !== undefined) whole.pathname = `/${database}`
  return whole.href
}
