import { notOneOf } from '../../contract/index.js'

const levels = ['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'info', 'debug', 'trace']

/** Accepted spellings and the level that is stored for each. */
const levelOf: ReadonlyMap<string, string> = new Map([
  ...levels.map((level) => [level, level] as const),
  ['fatal', 'critical'],
  ['crit', 'critical'],
  ['err', 'error'],
  ['warn', 'warning'],
])

/** The stored name of a level, given in any case or as a synonym. Throws a 422 for an unknown level. */
export function storedLevel(written: string): string {
  const level = levelOf.get(written.trim().toLowerCase())
  if (level === undefined) throw notOneOf('level', [...levelOf.keys()])
  return level
}
