import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Returns the default data directory: `data` in the working directory. As root, the engines run under
 * accounts of their own, which may be unable to reach it (below /root, for example); then it is the usual
 * place for system services.
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
