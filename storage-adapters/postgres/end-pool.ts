import type pg from 'pg'

/** Milliseconds to wait for connections in use. */
const patienceMs = 1_000

/**
 * Returns a function that ends the pool within a bounded time. pg's own end() waits for
 * every connection in use, even if the server never ends its statement. After the bound
 * the connections are destroyed and their statements fail.
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

/** Closes a connection at once, even while a statement runs on it. */
export function destroyConnection(client: pg.ClientBase): void {
  const { stream } = (
    client as pg.ClientBase & { readonly connection: { readonly stream: { destroy(): void } } }
  ).connection
  stream.destroy()
}
