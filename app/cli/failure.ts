import { SettingsError } from '../../config/settings-error.js'
import { wordsOf } from '../start-error.js'

/**
 * Returns the lines to show for a failed command, and its exit code: 2 for settings, 1 for everything else.
 */
export function failureOf(error: unknown): { readonly lines: readonly string[]; readonly code: 1 | 2 } {
  if (error instanceof SettingsError) return { lines: error.lines, code: 2 }
  return { lines: [wordsOf(error)], code: 1 }
}

/** The stacks of the error and its causes, for LOG_LEVEL=debug only. */
export function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const behind = error.cause === undefined ? '' : `\ncaused by ${stackOf(error.cause)}`
  return `${error.stack ?? error.message}${behind}`
}
