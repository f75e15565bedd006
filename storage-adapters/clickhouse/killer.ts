import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../core/contract/index.js'
import { literal, ofAllServers } from './cluster/database.js'
import type { Servers } from './cluster/servers.js'

/** Ends statements that nobody waits for any more. */
export interface Killer {
  /**
   * Asks the engine to end the statement, and resolves when no server runs it any more. Never rejects: when the
   * engine cannot be asked for a while, the watchdog is left to count the statement.
   */
  end(id: string): Promise<void>
  /** What is still waited for is given up. */
  close(): void
}

/** Milliseconds: the first pause between two looks, which doubles, and the longest. */
const firstPauseMs = 25
const longestPauseMs = 1_000
/** A request to end a statement is repeated: the first may come before the engine knows the statement. */
const againMs = 5_000
/** Looks that fail in a row, after which the wait is given up: about half a minute. */
const mostFailures = 30
/** A statement whose request has just been cut off may still be on its way into the list. */
const absentLooks = 3

export function createKiller(servers: Servers, log: Log): Killer {
  const { client, cluster } = servers
  const closing = new AbortController()

  async function isRunning(id: string): Promise<boolean> {
    const result = await client.query({
      query: `SELECT count() > 0 FROM ${ofAllServers(cluster, 'system.processes')} WHERE initial_query_id = {id:String}`,
      query_params: { id },
      format: 'JSONCompactEachRow',
      // A server that is down runs nothing.
      clickhouse_settings: { skip_unavailable_shards: 1 },
    })
    const [row] = await result.json<[boolean | number]>()
    return Boolean(row?.[0])
  }

  const kill = (id: string): Promise<void> =>
    servers.everywhere((on) => `KILL QUERY${on} WHERE initial_query_id = ${literal(id)} ASYNC`)

  return {
    async end(id) {
      let [absent, failures, wait, askedAt] = [0, 0, firstPauseMs, -Infinity]
      while (absent < absentLooks && failures < mostFailures && !closing.signal.aborted) {
        try {
          if (performance.now() - askedAt >= againMs) {
            await kill(id)
            askedAt = performance.now()
          }
          absent = (await isRunning(id)) ? 0 : absent + 1
          failures = 0
        } catch (err) {
          if (failures++ === 0) log.warn({ err }, 'a cancelled query could not be stopped')
        }
        await pause(wait, undefined, { signal: closing.signal }).catch(() => undefined)
        wait = Math.min(longestPauseMs, wait * 2)
      }
    },
    close: () => closing.abort(),
  }
}
