/** Levels of POST /v1/logs and their synonyms. */
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

// Each level has four severity numbers: 1 to 4 are trace, 21 to 24 fatal.
const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical']

/** A level, and the severity text that it does not express. */
export interface Severity {
  readonly level: string
  /** The severity text; null if it is the level. */
  readonly word: string | null
}

/** The level that the severity text names, else that of the number, else info. */
export function severityOf(number: number, text: string): Severity {
  const word = text.trim().toLowerCase()
  if (words.has(word)) return { level: word, word: null }
  const level = levels[Math.floor((number - 1) / 4)] ?? 'info'
  return { level, word: word === '' ? null : text }
}
