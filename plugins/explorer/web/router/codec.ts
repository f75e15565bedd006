/** How a value of a view is written into the address. Default values are omitted (null). */
export interface Codec<T> {
  /** Never throws: an invalid value in a link gives the default. */
  read(text: string | null): T
  write(value: T): string | null
}

/** A string; each codec takes the default for a missing or an invalid value. */
export const text = (fallback = ''): Codec<string> => ({
  read: (text) => text ?? fallback,
  write: (value) => (value === fallback ? null : value),
})

export const choice = <T extends string>(choices: readonly T[], fallback: T): Codec<T> => ({
  read: (text) => choices.find((one) => one === text) ?? fallback,
  write: (value) => (value === fallback ? null : value),
})

export const number = (fallback: number): Codec<number> => ({
  read: (text) => (text === null || !Number.isFinite(Number(text)) ? fallback : Number(text)),
  write: (value) => (value === fallback ? null : String(value)),
})

export const flag = (fallback = false): Codec<boolean> => ({
  read: (text) => (text === null ? fallback : text === 'true'),
  write: (value) => (value === fallback ? null : String(value)),
})

/** Lists and objects as JSON; a value from a link is used only if `isValid` accepts it. */
export const json = <T>(fallback: T, isValid: (value: unknown) => value is T): Codec<T> => ({
  read(text) {
    if (text === null) return fallback
    try {
      const value: unknown = JSON.parse(text)
      return isValid(value) ? value : fallback
    } catch {
      return fallback
    }
  },
  write(value) {
    const text = JSON.stringify(value)
    return text === JSON.stringify(fallback) ? null : text
  },
})

export const listOf =
  <T>(isOne: (value: unknown) => value is T) =>
  (value: unknown): value is readonly T[] =>
    Array.isArray(value) && value.every(isOne)
