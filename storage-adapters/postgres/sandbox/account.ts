import { createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { scramVerifier } from './scram.js'

/**
 * Who reads for the workspaces of this database. Roles belong to the whole server, so their names carry a random prefix
 * of the database's own; every service over the database derives the same passwords from the key beside it.
 */
export interface Accounts {
  roleOf(workspace: number): string
  passwordOf(workspace: number): string
  verifierOf(workspace: number): string
  /** All roles of this database begin so. */
  readonly prefix: string
}

/**
 * Only its owner may look into this schema. A database that was copied carries the row of the one it was copied from,
 * whose roles are not its own: hence the database's identifier in the row.
 */
const ground = `
CREATE SCHEMA IF NOT EXISTS sextant_sql;
REVOKE ALL ON SCHEMA sextant_sql FROM PUBLIC;
CREATE TABLE IF NOT EXISTS sextant_sql.accounts (
  database_oid oid PRIMARY KEY, prefix text NOT NULL, key bytea NOT NULL);
REVOKE ALL ON sextant_sql.accounts FROM PUBLIC;`

/** Reads, and the first time makes, the prefix and the key of this database. Called under the lock of prepare(). */
export async function readAccounts(client: pg.ClientBase): Promise<Accounts> {
  await client.query(ground)
  await client.query(
    `INSERT INTO sextant_sql.accounts SELECT oid, $1, $2 FROM pg_database WHERE datname = current_database()
     ON CONFLICT DO NOTHING`,
    [randomBytes(5).toString('hex'), randomBytes(32)],
  )
  const { rows } = await client.query<{ prefix: string; key: Buffer }>(
    `SELECT prefix, key FROM sextant_sql.accounts
     WHERE database_oid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the accounts of the SQL readers cannot be read')
  return accountsOf(row.prefix, row.key)
}

const rolePrefix = (databasePrefix: string): string => `sextant_r_${databasePrefix}_`

/** What the names of this database's readers begin with; null if there are none yet. Changes nothing. */
export async function readerPrefix(client: pg.ClientBase): Promise<string | null> {
  const there = await client.query<{ there: boolean }>(
    `SELECT to_regclass('sextant_sql.accounts') IS NOT NULL AS there`,
  )
  if (there.rows[0]?.there !== true) return null
  const { rows } = await client.query<{ prefix: string }>(
    `SELECT prefix FROM sextant_sql.accounts
     WHERE database_oid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  return rows[0] === undefined ? null : rolePrefix(rows[0].prefix)
}

function accountsOf(databasePrefix: string, key: Buffer): Accounts {
  const prefix = rolePrefix(databasePrefix)
  const derive = (what: string, workspace: number): Buffer =>
    createHmac('sha256', key).update(`${what} ${workspace}`).digest()
  const passwordOf = (workspace: number): string => derive('password', workspace).toString('base64url')
  return {
    prefix,
    roleOf: (workspace) => `${prefix}w${workspace}`,
    passwordOf,
    verifierOf: (workspace) =>
      scramVerifier(passwordOf(workspace), derive('salt', workspace).subarray(0, 16)),
  }
}
