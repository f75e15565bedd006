import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../contract/index.js'
import { literal, ofAllServers } from './cluster/database.js'
import type { Servers } from './cluster/servers.js'

/** Ends statements whose caller no longer waits for them. */
export interface Killer {
  /**
   * Asks the engine to end the statement and resolves once no server runs it. Never rejects: if the engine
   * stays unreachable, it gives up and leaves the statement to the watchdog.
   */
  end(id: string): Promise<void>
  /** Gives up all waits. */
  close(): void
}

/** Pause between two polls in ms: it starts at the first value and doubles up to the second. */
const firstPauseMs = 25
const longestPauseMs = 1_000
/** Ms between two KILL QUERY requests: the first may arrive before the engine knows the statement. */
const againMs = 5_000
/** Consecutive failed polls after which the wait is given up: about half a minute. */
const mostFailures = 30
/** Consecutive polls without the statement: one whose request was just aborted may not be listed yet. */
const absentLooks = 3

/** Returns a killer for statements of this service. */
export function createKiller(servers: Servers, log: Log): Killer {
  const { client, cluster } = servers
  const closing = new AbortController()

  async function isRunning(id: string): Promise<boolean> {
    const result = await client.query({
      query: `SELECT count() > 0 FROM ${ofAllServers(cluster, 'system.processes')} WHERE initial_query_id = {id:String}`,
      query_params: { id },
      format: 'JSONCompactEachRow',
      // A server that is down runs no statement.
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
