import type pg from 'pg'
import type { Capacity } from '../../contract/index.js'
import type { RecordConnection } from './records/connection.js'

const statement = `
SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
  current_setting('max_connections')::int AS limit, pg_database_size(current_database()) AS bytes`

/** How close the server is to its limits. The disk is known only for an embedded server. */
export async function capacityOf(client: pg.ClientBase, connection: RecordConnection): Promise<Capacity> {
  const ask = client.query<{ connections: number; limit: number; bytes: number }>(statement)
  const [{ rows }, resources] = await Promise.all([ask, connection.resources?.() ?? null])
  const [row] = rows
  return {
    // Each connection is a process with its own limit of open files, which Postgres stays below.
    openFiles: null,
    // Each statement has a memory budget of its own; the operating system limits the sum.
    memory: null,
    connections: row === undefined ? null : { used: row.connections, limit: row.limit },
    disk: resources?.disk ?? null,
    dataBytes: row === undefined ? null : row.bytes,
    parts: null,
    workspaces: [],
  }
}
