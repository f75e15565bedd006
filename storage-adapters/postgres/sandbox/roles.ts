import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { WorkspaceRef } from '../../../contract/index.js'
import type { Accounts } from './account.js'
import { shadowSchema } from './shadows.js'
import { readable, viewStatements } from './views.js'

/** The most connections of one workspace's reader on the server, over all processes. */
const connectionLimit = 8

/**
 * The settings of a reader's session. A reader could change most of them,
 * but the guard admits no statement that does.
 */
const settings = (schema: string): Readonly<Record<string, string>> => ({
  default_transaction_read_only: 'on',
  statement_timeout: `'30s'`,
  lock_timeout: `'500ms'`,
  idle_in_transaction_session_timeout: `'60s'`,
  // The server notices a disconnected client and ends its statement, even without a request to cancel.
  client_connection_check_interval: `'1s'`,
  search_path: `${shadowSchema}, pg_catalog, ${schema}, pg_temp`,
  work_mem: `'16MB'`,
  hash_mem_multiplier: '1',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // All rows of a cursor are read, so plans are not optimized for the first ones.
  cursor_tuple_fraction: '1',
  timezone: `'UTC'`,
  datestyle: `'ISO, YMD'`,
  intervalstyle: `'postgres'`,
  bytea_output: `'hex'`,
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  client_min_messages: `'error'`,
})

/** The statements that set the same after login: a URL or the environment may contain other settings. */
export const sessionStatements = (schema: string): string =>
  Object.entries(settings(schema))
    .map(([name, value]) => `SET ${name} = ${value}`)
    .join('; ')

/**
 * temp_file_limit, which only a superuser can set for a role. Without it a
 * statement can fill the disk until its time limit.
 */
const temporaryFiles = `'200MB'`

/** Whether the connection's account may create roles. */
export async function mayMakeRoles(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    'SELECT rolsuper OR rolcreaterole AS may FROM pg_roles WHERE rolname = current_user',
  )
  return rows[0]?.may === true
}

/**
 * The statements that create a workspace's reader or bring it to this version's shape; its schema must exist.
 */
export function readerStatements(workspace: WorkspaceRef, schema: string, accounts: Accounts): string {
  const role = accounts.roleOf(workspace.number)
  const verifier = accounts.verifierOf(workspace.number)
  const tables = readable.map((name) => `${schema}.${name}`).join(', ')
  return `
DO $sextant$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${role}') THEN
    CREATE ROLE ${role} LOGIN NOSUPERUSER NOINHERIT NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
  END IF;
  IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${role}'
      AND (rolsuper OR rolinherit OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls))
    OR EXISTS (SELECT 1 FROM pg_auth_members WHERE member = '${role}'::regrole) THEN
    RAISE EXCEPTION 'role ${role} has more rights than reading';
  END IF;
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    -- An account that ends its sessions and drops it must be a member of it.
    EXECUTE 'GRANT ${role} TO CURRENT_USER';
  END IF;
  ALTER ROLE ${role} LOGIN PASSWORD '${verifier}' CONNECTION LIMIT ${connectionLimit};
  IF NOT has_database_privilege('${role}', current_database(), 'CONNECT') THEN
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO ${role}', current_database());
  END IF;
  BEGIN
    ALTER ROLE ${role} SET temp_file_limit = ${temporaryFiles};
  EXCEPTION WHEN insufficient_privilege THEN NULL;
  END;
END $sextant$;
${Object.entries(settings(schema))
  .map(([name, value]) => `ALTER ROLE ${role} SET ${name} = ${value};`)
  .join('\n')}
GRANT USAGE ON SCHEMA ${schema}, ${shadowSchema} TO ${role};
GRANT SELECT ON ${tables} TO ${role};
${mark(workspace, schema, accounts)}`
}

/**
 * A hash of a reader's views and settings. It is stored in the comment of the last view, so that a start
 * changes only workspaces of another shape.
 */
const shapeOf = (workspace: WorkspaceRef, schema: string, accounts: Accounts): string =>
  createHash('sha256')
    .update(accounts.roleOf(workspace.number))
    .update(viewStatements(schema))
    .update(JSON.stringify([settings(schema), temporaryFiles, connectionLimit, 1]))
    .digest('hex')
    .slice(0, 32)

const mark = (workspace: WorkspaceRef, schema: string, accounts: Accounts): string =>
  `COMMENT ON VIEW ${schema}.users_v1 IS 'readers ${shapeOf(workspace, schema, accounts)}';`

/** The subset of these workspaces whose reader and views have this version's shape. */
export async function readyReaders(
  client: pg.ClientBase,
  numbers: readonly number[],
  accounts: Accounts,
): Promise<ReadonlySet<number>> {
  const { rows } = await client.query<{ schema: string; mark: string | null }>(
    `SELECT n.nspname AS schema, obj_description(c.oid, 'pg_class') AS mark
     FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     JOIN pg_roles AS r ON r.rolname = $1 || n.nspname AND r.rolcanlogin
     WHERE c.relname = 'users_v1' AND c.relkind = 'v' AND n.nspname = ANY($2)`,
    [accounts.prefix, numbers.map((number) => `w${number}`)],
  )
  const marks = new Map(rows.map(({ schema, mark }) => [schema, mark]))
  return new Set(
    numbers.filter(
      (number) =>
        marks.get(`w${number}`) === `readers ${shapeOf({ id: '', number }, `"w${number}"`, accounts)}`,
    ),
  )
}

/** The statement that ends the sessions of a workspace's reader and prevents new ones. */
export const closeReader = (workspace: number, accounts: Accounts): string => {
  const role = accounts.roleOf(workspace)
  return `
DO $sextant$ BEGIN
  IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${role}') THEN
    ALTER ROLE ${role} NOLOGIN;
    PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}';
  END IF;
END $sextant$;`
}

/** The statement that drops a workspace's reader; its schema must have been dropped. */
export const dropReader = (workspace: number, accounts: Accounts): string => {
  const role = accounts.roleOf(workspace)
  return `
DO $sextant$ BEGIN
  IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${role}') THEN
    DROP OWNED BY ${role};
    DROP ROLE ${role};
  END IF;
END $sextant$;`
}
