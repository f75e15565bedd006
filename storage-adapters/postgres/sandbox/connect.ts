import pg from 'pg'
import { destroyConnection } from '../end-pool.js'
import { clientConfig, type RecordConnection } from '../records/connection.js'
import type { Accounts } from './account.js'
import { sessionStatements } from './roles.js'

/** A connection that is logged in as the reader of one workspace. */
export interface Reader {
  readonly client: pg.Client
  readonly role: string
  readonly workspace: number
  readonly pid: number
  /** Until the server or the network ends the connection. */
  readonly isOpen: () => boolean
  /** Counts what the server sends; beyond `most` bytes the connection is destroyed before anything of it is decoded. */
  readonly meter: Meter
}

export interface Meter {
  received: number
  most: number
  readonly isOver: () => boolean
}

/** Every cell arrives as the server's text: what it becomes is not for the driver to say. */
const rawTypes = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig

/** Logs in, and makes sure that it is the reader who is in: whatever stands between us and the server. */
export async function connectReader(
  connection: RecordConnection,
  accounts: Accounts,
  workspace: number,
): Promise<Reader> {
  const user = accounts.roleOf(workspace)
  const client = new pg.Client({
    ...clientConfig({ ...connection, user, password: accounts.passwordOf(workspace) }),
    fallback_application_name: 'sextant-sql',
    types: rawTypes,
  })
  // A connection that is lost fails the statement that uses it; one that nobody uses is found out when it is wanted.
  client.on('error', () => undefined)
  let open = true
  client.on('end', () => {
    open = false
  })
  try {
    await client.connect()
    await client.query(sessionStatements(`"w${workspace}"`))
    const { rows } = await client.query<{ fits: string; pid: string }>(
      `SELECT session_user = $1 AND current_user = $1 AND NOT pg_has_role('pg_read_all_data', 'MEMBER')
         AND current_setting('is_superuser') = 'off' AS fits, pg_backend_pid() AS pid`,
      [user],
    )
    const [row] = rows
    if (row?.fits !== 't') throw new Error('the server has logged in somebody else than the reader')
    return { client, role: user, workspace, pid: Number(row.pid), isOpen: () => open, meter: meterOf(client) }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

function meterOf(client: pg.Client): Meter {
  const { stream } = (
    client as pg.Client & {
      readonly connection: { readonly stream: NodeJS.ReadableStream & { destroy(): void } }
    }
  ).connection
  let over = false
  const meter: Meter = { received: 0, most: Infinity, isOver: () => over }
  stream.on('data', (chunk: Uint8Array) => {
    meter.received += chunk.length
    if (meter.received <= meter.most) return
    over = true
    stream.destroy()
  })
  return meter
}

/** Ends a connection at once, whatever it is doing. */
export const destroyReader = ({ client }: Reader): void => destroyConnection(client)
