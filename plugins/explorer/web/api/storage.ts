/**
 * Strings that this browser keeps for all tabs. Where there is no storage, nothing is kept: the document of a plugin's
 * page has none, and browsers can forbid it.
 */
export const storage = {
  read: (key: string): string | null => attempt(() => localStorage.getItem(key)),
  write: (key: string, text: string): void => void attempt(() => localStorage.setItem(key, text)),
  remove: (key: string): void => void attempt(() => localStorage.removeItem(key)),
}

function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
