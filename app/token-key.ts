import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../contract/index.js'
import { StartError, wordsOf } from './start-error.js'

const fewestBytes = 32

/**
 * Returns the key that signs the tokens: the setting, or a random one created at the first start and stored
 * in the data directory.
 */
export function tokenKey({ jwtSecret, dataDir }: Pick<Settings, 'jwtSecret' | 'dataDir'>): Uint8Array {
  if (jwtSecret !== null) return Buffer.from(jwtSecret)
  const path = join(dataDir, 'token-secret')
  try {
    const key = readKey(path) ?? makeKey(dataDir, path)
    if (key.length >= fewestBytes) return key
  } catch (error) {
    throw new StartError(`the token secret cannot be stored: ${wordsOf(error)}; set JWT_SECRET instead`)
  }
  throw new StartError(
    `${path} is too short for a secret; delete it (which ends every session), or set JWT_SECRET`,
  )
}

/**
 * Returns the key of this machine's services without creating one: a random key, which no service accepts, if
 * there is none. For commands.
 */
export function tokenKeyOfCommand({
  jwtSecret,
  dataDir,
}: Pick<Settings, 'jwtSecret' | 'dataDir'>): Uint8Array {
  if (jwtSecret !== null) return Buffer.from(jwtSecret)
  try {
    return readKey(join(dataDir, 'token-secret')) ?? randomBytes(48)
  } catch {
    return randomBytes(48)
  }
}

function readKey(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Written to a temporary file and linked into place, so that no process reads a partial key, and one of two
 * concurrent services wins.
 */
function makeKey(dataDir: string, path: string): Buffer {
  mkdirSync(dataDir, { recursive: true })
  const aside = `${path}.${process.pid}`
  writeFileSync(aside, randomBytes(48).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(aside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
  return readFileSync(path)
}
