import pg from 'pg'
import { destroyConnection } from '../end-pool.js'
import { clientConfig, type RecordConnection } from '../records/connection.js'
import type { Accounts } from './account.js'
import { sessionStatements } from './roles.js'

/** A connection logged in as the reader of one workspace. */
export interface Reader {
  readonly client: pg.Client
  readonly role: string
  readonly workspace: number
  readonly pid: number
  /** False once the server or the network has ended the connection. */
  readonly isOpen: () => boolean
  /** Counts received bytes; beyond `most` the connection is destroyed before the data is decoded. */
  readonly meter: Meter
}

/** The bytes received since the last reset, their limit, and whether it was exceeded. */
export interface Meter {
  received: number
  most: number
  readonly isOver: () => boolean
}

/** Leaves every cell as the server's string; cells.ts converts it, not the driver. */
const rawTypes = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig

/** The message if a pooler or the server logged in a different account than the reader's. */
const wrongAccount = 'the server logged in a different account than the reader'

/** Whether connectReader() failed because a different account was logged in. */
export const isWrongAccount = (error: unknown): boolean =>
  error instanceof Error && error.message === wrongAccount

/**
 * Logs in as a workspace's reader. Throws if the session is not this reader's, whatever proxy is in between.
 */
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
  // A lost connection fails the statement that uses it; an unused one is
  // found to be closed when it is next leased.
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
    if (row?.fits !== 't') throw new Error(wrongAccount)
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

/** Closes a connection at once, even while a statement runs on it. */
export const destroyReader = ({ client }: Reader): void => destroyConnection(client)
