import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../core/contract/index.js'
import { StartError, wordsOf } from './start-error.js'

const fewestBytes = 32

/** The key that signs the tokens: the setting, or a random one made at the first start and kept in the data directory. */
export function tokenKey({ jwtSecret, dataDir }: Pick<Settings, 'jwtSecret' | 'dataDir'>): Uint8Array {
  if (jwtSecret !== null) return Buffer.from(jwtSecret)
  const path = join(dataDir, 'token-secret')
  try {
    const key = readKey(path) ?? makeKey(dataDir, path)
    if (key.length >= fewestBytes) return key
  } catch (error) {
    throw new StartError(`the token secret cannot be kept: ${wordsOf(error)}; set JWT_SECRET instead`)
  }
  throw new StartError(
    `${path} is too short for a secret; delete it (every login then ends), or set JWT_SECRET`,
  )
}

function readKey(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Written aside and linked into place: nobody reads half a key, and of two services on one directory one wins. */
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
