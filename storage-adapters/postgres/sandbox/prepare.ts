import pg from 'pg'
import type { Log, WorkspaceRef } from '../../../contract/index.js'
import { readAccounts } from './account.js'
import type { Ground } from './reader.js'
import { mayMakeRoles, readerStatements } from './roles.js'
import { viewStatements } from './views.js'

const insufficientPrivilege = '42501'

/**
 * Reads the accounts and the callable names of the server, under the lock
 * of prepare(). Logs why SQL is off if it is.
 */
export async function readGround(client: pg.ClientBase, log: Log): Promise<Ground> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT proname AS name FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
       AND pronargs >= 1 AND pronargs - pronargdefaults <= 1
     UNION SELECT typname FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace`,
  )
  const callable = new Set(rows.map(({ name }) => name))
  if (await mayMakeRoles(client)) return { accounts: await readAccounts(client), callable }
  log.warn(
    {},
    'SQL is off: the account of DATABASE_URL cannot create the reader role of each workspace; run ALTER ROLE … CREATEROLE',
  )
  return { accounts: null, callable }
}

/**
 * Creates the views and the reader of a workspace with tables, within an open transaction. If the server
 * rejects the role although the account may create roles, the workspace has no SQL.
 */
export async function makeReader(
  client: pg.ClientBase,
  workspace: WorkspaceRef,
  schema: string,
  { accounts }: Ground,
  log: Log,
): Promise<void> {
  await client.query(viewStatements(schema))
  if (accounts === null) return
  await client.query('SAVEPOINT reader')
  try {
    await client.query(readerStatements(workspace, schema, accounts))
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== insufficientPrivilege) throw error
    await client.query('ROLLBACK TO SAVEPOINT reader')
    log.warn(
      { err: error, workspace: workspace.id },
      'SQL is off for the workspace: its reader role could not be created',
    )
  }
}
