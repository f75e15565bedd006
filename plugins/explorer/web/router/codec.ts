/** How a value of a view stands in the address; what is the default stands there as nothing. */
export interface Codec<T> {
  /** Whatever the text is: a broken link shows the default, it does not break the view. */
  read(text: string | null): T
  write(value: T): string | null
}

export const text = (usual = ''): Codec<string> => ({
  read: (text) => text ?? usual,
  write: (value) => (value === usual ? null : value),
})

export const choice = <T extends string>(choices: readonly T[], usual: T): Codec<T> => ({
  read: (text) => choices.find((one) => one === text) ?? usual,
  write: (value) => (value === usual ? null : value),
})

export const number = (usual: number): Codec<number> => ({
  read: (text) => (text === null || !Number.isFinite(Number(text)) ? usual : Number(text)),
  write: (value) => (value === usual ? null : String(value)),
})

export const flag = (usual = false): Codec<boolean> => ({
  read: (text) => (text === null ? usual : text === 'true'),
  write: (value) => (value === usual ? null : String(value)),
})

/** Lists and objects as JSON; `isValid` looks at what a link holds before a view does. */
export const json = <T>(usual: T, isValid: (value: unknown) => value is T): Codec<T> => ({
  read(text) {
    if (text === null) return usual
    try {
      const value: unknown = JSON.parse(text)
      return isValid(value) ? value : usual
    } catch {
      return usual
    }
  },
  write(value) {
    const text = JSON.stringify(value)
    return text === JSON.stringify(usual) ? null : text
  },
})

export const listOf =
  <T>(isOne: (value: unknown) => value is T) =>
  (value: unknown): value is readonly T[] =>
    Array.isArray(value) && value.every(isOne)
