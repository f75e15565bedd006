import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'

const iterations = 4_096

/**
 * The SCRAM-SHA-256 verifier that Postgres stores for a password (RFC 5803). It is computed here, so that no
 * statement contains the password: a server may log statements.
 */
export function scramVerifier(password: string, salt: Buffer): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  const server = keyOf('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${server}`
}
