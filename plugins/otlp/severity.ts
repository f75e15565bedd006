/** Words that the log lines of this service know as levels. */
const words = new Set([
  'emergency',
  'alert',
  'critical',
  'crit',
  'fatal',
  'error',
  'err',
  'warning',
  'warn',
  'notice',
  'info',
  'debug',
  'trace',
])

// Severity numbers come in fours: 1 to 4 are trace, 21 to 24 fatal.
const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical']

export interface Severity {
  readonly level: string
  /** The source's own word for it, if the level is not that. */
  readonly word: string | null
}

/** The level that the source's own word names, else that of the number, else info. */
export function severityOf(number: number, text: string): Severity {
  const word = text.trim().toLowerCase()
  if (words.has(word)) return { level: word, word: null }
  const level = levels[Math.floor((number - 1) / 4)] ?? 'info'
  return { level, word: word === '' ? null : text }
}
