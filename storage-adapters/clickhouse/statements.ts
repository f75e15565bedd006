import type { ClickHouseClient } from '@clickhouse/client'
import type { LateStatement, StatementControl } from '../../contract/index.js'
import type { StatementUse } from '../sql/use.js'
import { connect, type ClickHouseConnection } from './connection.js'
import { literal, ofAllServers } from './cluster/database.js'
import { clusterServers, singleServer } from './cluster/servers.js'
import { accountUsers } from './sandbox/accounts.js'
import { readerUsers } from './sandbox/server-accounts.js'

/** Timeout per request in ms: the list must not hang with the engine it reports on. */
const requestMs = 5_000

/** The query id of a question; it contains the workspace's number. */
export const questionId = (number: number, unique: string): string => `sextant-question-w${number}-${unique}`

interface ListedRow {
  readonly id: string
  readonly account: string
  readonly database: string
  readonly own: boolean
  readonly elapsed: number
  readonly limit: number
}

/**
 * Lists members' statements, and SELECTs of the service's own account whose user agent is the service's.
 * Parts of a distributed statement on other servers of a cluster carry the id, account and limit of the
 * whole.
 */
const listing = (processes: string): string => `
SELECT initial_query_id AS id, initial_user AS account, any(current_database) AS database,
  initial_user = {user:String} AS own, max(elapsed) AS elapsed,
  max(toFloat64OrZero(Settings['max_execution_time'])) AS limit
FROM ${processes}
WHERE (initial_user = {user:String} AND startsWith(http_user_agent, 'sextant ') AND query_kind = 'Select')
  OR match(initial_user, {readers:String})
GROUP BY id, account
HAVING limit > 0 AND elapsed > limit`

/** Lists and ends statements past their time limit; restarts an embedded engine. */
export function statementControl(
  connection: ClickHouseConnection,
  cluster: string | null,
  use: StatementUse,
): StatementControl {
  const { url, user = decodeURIComponent(new URL(url).username) || 'default', others = [] } = connection
  const clientOf = (at: string): ClickHouseClient => connect({ ...connection, url: at }, requestMs)
  let clients: ReturnType<typeof open> | undefined
  const open = () => {
    const client = clientOf(url)
    return {
      client,
      servers:
        cluster === null ? singleServer(client) : clusterServers(cluster, [client, ...others.map(clientOf)]),
    }
  }
  const opened = (): ReturnType<typeof open> => (clients ??= open())

  function statementOf({ id, account, database, own, elapsed, limit }: ListedRow): LateStatement {
    const number =
      /^sextant-question-w(\d+)-/.exec(id)?.[1] ?? /^(?:r\d+|sextant_sql)_(\d+)$/.exec(database)?.[1]
    return {
      id,
      kind: own ? 'question' : 'sql',
      account,
      workspace: number === undefined ? null : use.nameOf(Number(number)),
      elapsedMs: Math.round(elapsed * 1_000),
      limitMs: Math.round(limit * 1_000),
    }
  }

  return {
    async late() {
      const result = await opened().client.query({
        query: listing(ofAllServers(cluster, 'system.processes')),
        // On a server with other users, `r1` may be an unrelated account, so only our prefix matches.
        query_params: { user, readers: connection.readers === undefined ? readerUsers : accountUsers },
        format: 'JSONEachRow',
        // A server that is down runs no statement; the other servers are still listed.
        clickhouse_settings: { max_execution_time: requestMs / 1_000, skip_unavailable_shards: 1 },
      })
      return (await result.json<ListedRow>()).map(statementOf)
    },
    async end({ id }) {
      const { servers } = opened()
      await servers.everywhere((on) => `KILL QUERY${on} WHERE initial_query_id = ${literal(id)} ASYNC`)
    },
    onUse: (listener) => use.onUse(listener),
    async rest() {
      const open = clients
      clients = undefined
      await Promise.all([open?.servers.close(), open?.client.close()])
    },
    ...(connection.restart !== undefined && { restart: connection.restart }),
  }
}
