import type pg from 'pg'

/** Milliseconds that connections in use are waited for. */
const patienceMs = 1_000

/**
 * Lets a pool be ended within a bound: pg's own end() waits for every connection that is lent out, also for one whose
 * statement the server never ends. After the bound the connections are destroyed, and their statements fail.
 */
export function endablePool(pool: pg.Pool): () => Promise<void> {
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => open.add(client))
  pool.on('remove', (client) => open.delete(client))
  let ended: Promise<void> | undefined
  return () => {
    ended ??= (async () => {
      const timer = setTimeout(() => {
        for (const client of open) destroyConnection(client)
      }, patienceMs)
      try {
        await pool.end()
      } finally {
        clearTimeout(timer)
      }
    })()
    return ended
  }
}

/** Ends a connection at once, whatever it is doing. */
export function destroyConnection(client: pg.ClientBase): void {
  const { stream } = (
    client as pg.ClientBase & { readonly connection: { readonly stream: { destroy(): void } } }
  ).connection
  stream.destroy()
}
