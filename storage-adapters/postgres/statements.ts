import pg from 'pg'
import type { LateStatement, StatementControl } from '../../contract/index.js'
import type { StatementUse } from '../sql/use.js'
import { destroyConnection } from './end-pool.js'
import { clientConfig, type RecordConnection } from './records/connection.js'
import { readerPrefix } from './sandbox/account.js'

/** The time limit of each request in milliseconds: the list must not hang together with its server. */
const requestMs = 5_000

/**
 * The statement that names a session while it runs a statement with a time limit:
 * `sextant-analytics/w7/30000` for workspace 7 and 30 s. So every process, and the server's own list, show
 * the workspace and the limit. It is set inside the transaction.
 */
export const namedFor = (application: string, workspace: number, limitMs: number): string =>
  `SET LOCAL application_name = '${application}/w${workspace}/${Math.ceil(limitMs)}'`

export interface StatementOptions {
  readonly connection: RecordConnection
  /** The application_name of sessions that run questions. */
  readonly application: string
  readonly use: StatementUse
}

interface ListedRow {
  readonly id: string
  readonly account: string
  readonly application: string
  readonly own: boolean
  readonly elapsed: number
}

/** Process ids are reused; together with the start of the statement they identify one statement. */
const idOf = `pid || ' ' || query_start::text`
const ours = `datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()
  AND ((usename = current_user AND starts_with(application_name, $1)) OR starts_with(usename::text, $2))`
const listing = `SELECT ${idOf} AS id, usename::text AS account, application_name AS application,
  usename = current_user AS own,
  extract(epoch FROM clock_timestamp() - query_start)::float8 * 1000 AS elapsed
FROM pg_stat_activity WHERE backend_type = 'client backend' AND ${ours}`

/** A prefix that no role has. */
const noPrefix = '\u0001'

/** The time limit assumed for a reader's session without a limit in its name, in milliseconds. */
const readersLimitMs = 30_000

/** Lists and ends statements past their time limit; an embedded server can also be restarted. */
export function statementControl({ connection, application, use }: StatementOptions): StatementControl {
  let connected: Promise<pg.Client> | undefined
  let prefix: string | null = null

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...clientConfig(connection),
      fallback_application_name: 'sextant-watch',
      statement_timeout: requestMs,
      query_timeout: requestMs,
    })
    client.on('error', () => (connected = undefined))
    await client.connect()
    return client
  }

  async function ask<R extends pg.QueryResultRow>(text: string, more: readonly string[]): Promise<R[]> {
    const using = (connected ??= connect())
    try {
      const client = await using
      prefix ??= await readerPrefix(client)
      const values = [`${application}/`, prefix ?? noPrefix, ...more]
      return (await client.query<R>(text, values)).rows
    } catch (error) {
      if (connected === using) connected = undefined
      await using.then(destroyConnection).catch(() => undefined)
      throw error
    }
  }

  function statementOf({ id, account, application: name, own, elapsed }: ListedRow): LateStatement {
    const [, fromName, limit] = /\/w(\d+)\/(\d+)$/.exec(name) ?? []
    const number = fromName ?? /_w(\d+)$/.exec(account)?.[1]
    return {
      id,
      kind: own ? 'question' : 'sql',
      account,
      workspace: number === undefined ? null : use.nameOf(Number(number)),
      elapsedMs: Math.round(elapsed),
      limitMs: limit === undefined ? readersLimitMs : Number(limit),
    }
  }

  return {
    late: async () =>
      (await ask<ListedRow>(listing, []))
        .map(statementOf)
        .filter(({ elapsedMs, limitMs }) => elapsedMs > limitMs),
    async end({ id }, how) {
      const end = how === 'cancel' ? 'pg_cancel_backend' : 'pg_terminate_backend'
      await ask(`SELECT ${end}(pid) FROM pg_stat_activity WHERE ${idOf} = $3 AND ${ours}`, [id])
    },
    onUse: (listener) => use.onUse(listener),
    async rest() {
      const using = connected
      connected = undefined
      await using?.then((client) => client.end()).catch(() => undefined)
    },
    ...(connection.restart !== undefined && { restart: connection.restart }),
  }
}
