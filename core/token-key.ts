import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from './contract/index.js'

/** The key that signs the tokens: the setting, or a random one made at the first start and kept in the data directory. */
export function tokenKey(settings: Settings): Uint8Array {
  if (settings.jwtSecret !== null) return Buffer.from(settings.jwtSecret)
  const path = join(settings.dataDir, 'token-secret')
  try {
    return readFileSync(path)
  } catch {
    mkdirSync(settings.dataDir, { recursive: true })
    const key = randomBytes(48).toString('base64url')
    writeFileSync(path, key, { mode: 0o600, flag: 'wx' })
    return Buffer.from(key)
  }
}
