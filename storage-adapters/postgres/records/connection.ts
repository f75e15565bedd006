import pg from 'pg'
import type { EngineResources } from '../../../core/contract/index.js'

/** Where the record database is: a URL, whose user, password and database may also be given apart from it. */
export interface RecordConnection {
  readonly url: string
  readonly user?: string
  readonly password?: string
  readonly database?: string
  /** Ends and starts a server that is ours. */
  readonly restart?: () => Promise<void>
  /** What the system says about a server that is ours. */
  readonly resources?: () => Promise<EngineResources>
}

export const recordSchema = 'sextant'

export function connectionString({ url, user, password, database }: RecordConnection): string {
  // The platform's own error would carry the URL, and the password in it, into the log.
  if (!URL.canParse(url)) throw new Error('the URL of the record database is not a valid URL')
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
 * How cells arrive: bigint as a number (beyond 2^53 as its digits), date as its text (a Date would shift it by the
 * machine's time zone), timestamptz as a Date, json parsed, numeric as its digits, everything else as pg does it.
 */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, parseBigint)
types.setTypeParser(pg.types.builtins.DATE, (value) => value)

export const clientConfig = (connection: RecordConnection): pg.ClientConfig => ({
  connectionString: connectionString(connection),
  fallback_application_name: 'sextant-records',
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  types,
})
