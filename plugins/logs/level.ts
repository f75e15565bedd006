import { invalid } from '../../core/contract/index.js'

const levels = ['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'info', 'debug', 'trace']

/** Logs are stored under the names on the right alone. */
const levelOf: ReadonlyMap<string, string> = new Map([
  ...levels.map((level) => [level, level] as const),
  ['fatal', 'critical'],
  ['crit', 'critical'],
  ['err', 'error'],
  ['warn', 'warning'],
])

/** The stored name of a level that a caller wrote in any case or as a synonym; anything else is a 422. */
export function storedLevel(written: string): string {
  const level = levelOf.get(written.trim().toLowerCase())
  if (level === undefined) throw invalid('level', `level must be one of ${[...levelOf.keys()].join(', ')}`)
  return level
}
