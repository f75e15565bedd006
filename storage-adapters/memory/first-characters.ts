/** The string's first `count` code points. */
export const firstCharacters = (text: string, count: number): string =>
  text.length <= count
    ? text
    : Array.from(text.slice(0, 2 * count))
        .slice(0, count)
        .join('')
