import pg from 'pg'
import type { EngineResources } from '../../../contract/index.js'

/** The connection to the record database. `user`, `password` and `database` override those in the URL. */
export interface RecordConnection {
  readonly url: string
  readonly user?: string
  readonly password?: string
  readonly database?: string
  /** Restarts an embedded server. */
  readonly restart?: () => Promise<void>
  /** The system resources of an embedded server. */
  readonly resources?: () => Promise<EngineResources>
}

/** The schema of the records. */
export const recordSchema = 'sextant'

/** The URL with user, password and database in it. Throws if the URL is not valid. */
export function connectionString({ url, user, password, database }: RecordConnection): string {
  // The platform's own error contains the URL and its password, which must not be logged.
  if (!URL.canParse(url)) throw new Error('DATABASE_URL is not a valid URL')
  const target = new URL(url)
  if (user !== undefined) target.searchParams.set('user', user)
  if (password !== undefined) target.searchParams.set('password', password)
  if (database !== undefined) target.pathname = `/${encodeURI(database)}`
  return target.href
}

const parseBigint = (value: string): number | string => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/**
 * The types of cells: bigint is a number (beyond 2^53 a string of its digits), date a string (a Date would
 * shift it by the machine's time zone), timestamptz a Date, json parsed, numeric a string of its digits, all
 * other types as in pg.
 */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, parseBigint)
types.setTypeParser(pg.types.builtins.DATE, (value) => value)

/** The configuration of pg for a connection. */
export const clientConfig = (connection: RecordConnection): pg.ClientConfig => ({
  connectionString: connectionString(connection),
  fallback_application_name: 'sextant-records',
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  types,
})
