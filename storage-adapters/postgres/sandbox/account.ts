import { createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { scramVerifier } from './scram.js'

/**
 * The reader accounts of this database's workspaces. Roles belong to the whole server, so their names have a
 * random prefix for each database. Every process on the database derives the same passwords from the key
 * stored with the prefix.
 */
export interface Accounts {
  roleOf(workspace: number): string
  passwordOf(workspace: number): string
  verifierOf(workspace: number): string
  /** The prefix of all reader roles of this database. */
  readonly prefix: string
}

/**
 * A schema that only its owner can read. A copied database contains the row of its original, whose roles it
 * must not use, so the row has the identifier of its database.
 */
const ground = `
CREATE SCHEMA IF NOT EXISTS sextant_sql;
REVOKE ALL ON SCHEMA sextant_sql FROM PUBLIC;
CREATE TABLE IF NOT EXISTS sextant_sql.accounts (
  database_oid oid PRIMARY KEY, prefix text NOT NULL, key bytea NOT NULL);
REVOKE ALL ON sextant_sql.accounts FROM PUBLIC;`

/**
 * Reads the prefix and the key of this database, and creates them the
 * first time. Called under the lock of prepare().
 */
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
  if (row === undefined) throw new Error('sextant_sql.accounts has no row for this database')
  return accountsOf(row.prefix, row.key)
}

const rolePrefix = (databasePrefix: string): string => `sextant_r_${databasePrefix}_`

/** The prefix of this database's reader roles; null if there are none yet. Changes nothing. */
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
