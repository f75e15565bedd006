import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Where data lies when nothing is said: `data` in the working directory. Run as root, the engines get accounts of
 * their own, which may not be able to reach it (below /root, say): then the place where services of the system keep
 * their data.
 */
export function defaultDataDir(directory: string): string {
  const root = process.getuid?.() === 0
  return !root || reachable(directory) ? join(directory, 'data') : '/var/lib/sextant'
}

function reachable(directory: string): boolean {
  for (let path = directory; ; path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return false
    if (path === dirname(path)) return true
  }
}
